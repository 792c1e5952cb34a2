import { p2pLimits } from '@bourse/contract/p2p';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { type AdDraft, wholeOf } from './ad-draft.ts';
import type { AdFieldsProps } from './ad-fields.tsx';
import { WordsField } from './words-field.tsx';
import classes from './shop.module.css';

interface TakerFieldsProps extends AdFieldsProps {
  readonly payMinutes: readonly number[];
}

/** The hours that are filled in when orders are not taken all day. */
const firstHours = { from: '09:00', to: '18:00' };

/** The time for payments, who may trade, and when. */
export function TakerFields({ draft, onChange, payMinutes }: TakerFieldsProps) {
  const { t } = useTranslation();
  // A time that is no longer offered stays in the list, so that the field shows the ad's own.
  const minutes = [...new Set([...payMinutes, draft.payMinutes])].toSorted((a, b) => a - b);
  return (
    <>
      <SelectField
        large
        label={t('shop.payTime')}
        value={String(draft.payMinutes)}
        options={minutes.map((some) => ({ id: String(some), name: t('p2p.minutes', { minutes: some }) }))}
        onChange={(value) => onChange({ payMinutes: Number(value) })}
      />
      <fieldset className={classes.choices}>
        <legend>{t('shop.takers')}</legend>
        <div className={classes.pair}>
          <CountField
            label={t('shop.minOrders')}
            value={draft.orders}
            most={p2pLimits.requiredOrders}
            onChange={(orders) => onChange({ orders })}
          />
          <CountField
            label={t('shop.minDays')}
            value={draft.days}
            most={p2pLimits.requiredDays}
            onChange={(days) => onChange({ days })}
          />
        </div>
      </fieldset>
      <HourFields hours={draft.hours} onChange={(hours) => onChange({ hours })} />
    </>
  );
}

interface CountFieldProps {
  readonly label: string;
  readonly value: number;
  readonly most: number;
  readonly onChange: (value: number) => void;
}

function CountField({ label, most, onChange, value }: CountFieldProps) {
  return (
    <Field label={label} error={null}>
      {(control) => (
        <input
          {...control}
          inputMode="numeric"
          autoComplete="off"
          value={String(value)}
          onChange={(event) => onChange(wholeOf(event.currentTarget.value, most))}
        />
      )}
    </Field>
  );
}

interface HourFieldsProps {
  readonly hours: AdDraft['hours'];
  readonly onChange: (hours: AdDraft['hours']) => void;
}

function HourFields({ hours, onChange }: HourFieldsProps) {
  const { t } = useTranslation();
  const time = (label: string, value: string, change: (next: string) => void) => (
    <Field label={label} error={null}>
      {(control) => (
        <input {...control} type="time" value={value} onChange={(event) => change(event.currentTarget.value)} />
      )}
    </Field>
  );
  return (
    <fieldset className={classes.choices}>
      <legend>{t('shop.hours')}</legend>
      <Checkbox checked={hours === null} onChange={(always) => onChange(always ? null : firstHours)}>
        {t('shop.always')}
      </Checkbox>
      {hours !== null && (
        <div className={classes.pair}>
          {time(t('shop.from'), hours.from, (from) => onChange({ ...hours, from }))}
          {time(t('shop.to'), hours.to, (to) => onChange({ ...hours, to }))}
        </div>
      )}
    </fieldset>
  );
}

/** The words that takers read, and whether the ad opens by itself. */
export function WordFields({ draft, onChange }: AdFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <WordsField label={t('shop.terms')} value={draft.terms} onChange={(terms) => onChange({ terms })} />
      <WordsField
        label={t('shop.autoReply')}
        value={draft.autoReply}
        onChange={(autoReply) => onChange({ autoReply })}
      />
      <div>
        <Checkbox checked={draft.autoOpen} onChange={(autoOpen) => onChange({ autoOpen })}>
          {t('shop.autoOpen')}
          <span className={classes.below}>{t('shop.autoOpenHint')}</span>
        </Checkbox>
      </div>
    </>
  );
}
