import { p2pLimits } from '@bourse/contract/p2p';
import { useTranslation } from 'react-i18next';
import { Field } from '../../ui/field.tsx';
import classes from './shop.module.css';

interface WordsFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly error?: string | null;
  readonly onChange: (value: string) => void;
}

/** A text of several lines that others read, with the count of its characters. */
export function WordsField({ label, hint, value, error = null, onChange }: WordsFieldProps) {
  const { t } = useTranslation();
  return (
    <div>
      <Field label={label} hint={hint} error={error}>
        {(control) => (
          <textarea
            {...control}
            rows={3}
            value={value}
            maxLength={p2pLimits.terms}
            // A tab is the only control character that a keyboard or a paste leaves in a text besides line feeds.
            onChange={(event) => onChange(event.currentTarget.value.replaceAll('\t', ' '))}
          />
        )}
      </Field>
      <p className={classes.count}>{t('shop.characters', { used: value.length, maximum: p2pLimits.terms })}</p>
    </div>
  );
}
