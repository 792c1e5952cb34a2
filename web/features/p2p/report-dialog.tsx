import { legalReport, p2pLimits, type ReportReason, reportReasons } from '@bourse/contract/p2p';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Radio } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useP2pAction } from './p2p-reads.ts';
import classes from './p2p.module.css';

interface ReportDialogProps {
  readonly subject: 'ad' | 'trader';
  readonly id: number;
  /** The name of the trader. */
  readonly name: string;
  readonly onClose: () => void;
}

/** Reports an ad or a trader to the exchange. */
export function ReportDialog({ subject, id, name, onClose }: ReportDialogProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState<ReportReason>('price');
  const [content, setContent] = useState('');
  const report = useP2pAction(legalReport, onClose);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!report.busy) report.run({ subject, id, reason, content: content.trim() });
  };
  return (
    <Sheet
      title={subject === 'ad' ? t('p2p.report.adTitle') : t('p2p.report.traderTitle', { name })}
      from="centre"
      opened
      onClose={onClose}
    >
      <form className={classes.sheet} noValidate onSubmit={submit}>
        <fieldset className={classes.choices}>
          <legend>{t('p2p.report.reason')}</legend>
          {reportReasons.map((one) => (
            <Radio key={one} name="reason" checked={one === reason} onChoose={() => setReason(one)}>
              {t(`p2p.report.reasons.${one}`)}
            </Radio>
          ))}
        </fieldset>
        <Field label={t('p2p.report.details')} error={null}>
          {(control) => (
            <textarea
              {...control}
              name="details"
              rows={3}
              maxLength={p2pLimits.report}
              value={content}
              onChange={(event) => setContent(event.currentTarget.value)}
            />
          )}
        </Field>
        <p className={classes.refusal} role="alert">
          {report.refusal}
        </p>
        <Button type="submit" size="touch" aria-busy={report.busy} aria-disabled={report.busy}>
          {t('p2p.report.send')}
        </Button>
      </form>
    </Sheet>
  );
}
