import {
  type AppealReason,
  appealReasonsOf,
  legalAppeal,
  legalEvidence,
  type LegalOrderDetail,
  p2pLimits,
  shopAbnormal,
} from '@bourse/contract/p2p';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Radio } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { EvidenceImages } from './evidence-images.tsx';
import { type AppealKind, appealLead } from './next-action.ts';
import { useP2pAction } from './p2p-reads.ts';
import classes from './p2p.module.css';

interface AppealDialogProps {
  readonly order: LegalOrderDetail;
  readonly kind: AppealKind;
  /** The reason that is chosen at first. */
  readonly reason?: AppealReason;
  readonly onClose: () => void;
}

/** Says to the other side and to staff what happened, with pictures. */
export function AppealDialog({ kind, onClose, order, reason: first }: AppealDialogProps) {
  const { t } = useTranslation();
  const reasons: readonly AppealReason[] = appealReasonsOf[order.side === 'buy' ? 'buyer' : 'seller'];
  const [reason, setReason] = useState<AppealReason>(first ?? reasons[0] ?? 'other');
  const [content, setContent] = useState('');
  const [images, setImages] = useState<readonly string[]>([]);
  const [tried, setTried] = useState(false);
  const appeal = useP2pAction(legalAppeal, onClose);
  const abnormal = useP2pAction(shopAbnormal, onClose);
  const evidence = useP2pAction(legalEvidence, onClose);
  const action = { abnormal, appeal, evidence }[kind];
  const { id } = order;
  const text = content.trim();
  // A merchant's mark may do without words.
  const isMissing = kind !== 'abnormal' && text === '';
  const titles = {
    appeal: t('escrow.appealTitle'),
    abnormal: t(reason === 'third_party' ? 'escrow.otherPayer' : 'escrow.abnormal'),
    evidence: t('escrow.addEvidence'),
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (action.busy) return;
    setTried(true);
    if (isMissing) return focusFirstError(event.currentTarget);
    if (kind === 'appeal') appeal.run({ id, reason, content: text, images: [...images] });
    else if (kind === 'evidence') evidence.run({ id, content: text, images: [...images] });
    else abnormal.run({ id, reason, ...(text === '' ? {} : { content: text }) });
  };
  return (
    <Sheet title={titles[kind]} from="centre" opened onClose={onClose}>
      <form className={classes.sheet} noValidate onSubmit={submit}>
        <p>{t(appealLead(kind, order))}</p>
        {kind !== 'evidence' && (
          <fieldset className={classes.choices}>
            <legend>{t('escrow.appealReason')}</legend>
            {reasons.map((one) => (
              <Radio key={one} name="reason" checked={one === reason} onChoose={() => setReason(one)}>
                {t(`escrow.appealReasons.${one}`)}
              </Radio>
            ))}
          </fieldset>
        )}
        <Field label={t('escrow.appealContent')} error={tried && isMissing ? t('escrow.appealLead') : null}>
          {(control) => (
            <textarea
              {...control}
              name="content"
              rows={5}
              maxLength={p2pLimits.message}
              value={content}
              onChange={(event) => setContent(event.currentTarget.value)}
            />
          )}
        </Field>
        {kind !== 'abnormal' && <EvidenceImages images={images} onChange={setImages} />}
        <p className={classes.refusal} role="alert">
          {action.refusal}
        </p>
        <div className={classes.buttons}>
          <Button look="plain" size="touch" onClick={onClose}>
            {t('p2p.cancel')}
          </Button>
          <Button
            type="submit"
            look={kind === 'evidence' ? 'accent' : 'danger'}
            size="touch"
            aria-busy={action.busy}
            aria-disabled={action.busy}
          >
            {kind === 'appeal' ? t('escrow.appealSend') : titles[kind]}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
