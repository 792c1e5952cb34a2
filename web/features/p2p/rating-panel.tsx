import { type LegalOrderDetail, legalRate, p2pLimits } from '@bourse/contract/p2p';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { Button } from '../../ui/button.tsx';
import { Radio } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { legalOrderPath, useP2pAction } from './p2p-reads.ts';
import classes from './order.module.css';

/** The user's own rating of an order that is over, or the form for it. */
export function RatingPanel({ order }: { readonly order: LegalOrderDetail }) {
  const { t } = useTranslation();
  const { can, rating } = order;
  if (rating === null && !can.includes('rate')) return null;
  return (
    <section className={classes.card} aria-label={t('escrow.rate')}>
      <h2 className={classes.subtitle}>{t(rating === null ? 'escrow.rate' : 'escrow.rated')}</h2>
      {rating === null ? (
        <RatingForm id={order.id} />
      ) : (
        <p className={classes.prose}>
          <b>{t(rating.good === 1 ? 'escrow.rateGood' : 'escrow.rateBad')}</b> {rating.text}
        </p>
      )}
    </section>
  );
}

function RatingForm({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const { queries } = useLive();
  const [good, setGood] = useState<0 | 1>(1);
  const [text, setText] = useState('');
  const rate = useP2pAction(legalRate, () => void queries.invalidateQueries({ queryKey: legalOrderPath }));
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!rate.busy) rate.run({ id, good, text: text.trim() });
  };
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <fieldset className={classes.choices}>
        <legend className="visually-hidden">{t('escrow.rate')}</legend>
        <Radio name="rating" checked={good === 1} onChoose={() => setGood(1)}>
          {t('escrow.rateGood')}
        </Radio>
        <Radio name="rating" checked={good === 0} onChoose={() => setGood(0)}>
          {t('escrow.rateBad')}
        </Radio>
      </fieldset>
      <Field label={t('escrow.rateText')} error={null}>
        {(control) => (
          <textarea
            {...control}
            name="rating-text"
            rows={2}
            maxLength={p2pLimits.rating}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
      <p className={classes.refusal} role="alert">
        {rate.refusal}
      </p>
      <Button type="submit" size="touch" className={classes.start} aria-busy={rate.busy} aria-disabled={rate.busy}>
        {t('escrow.rateSend')}
      </Button>
    </form>
  );
}
