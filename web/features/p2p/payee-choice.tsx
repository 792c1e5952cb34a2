import type { LegalPayee } from '@bourse/contract/p2p';
import { maskedNumber } from '@bourse/contract/payments';
import { useTranslation } from 'react-i18next';
import { Radio } from '../../ui/choice.tsx';
import classes from './order.module.css';

interface PayeeChoiceProps {
  readonly payees: readonly LegalPayee[];
  readonly chosen: number | null;
  /** Whether the form was submitted, so that a missing choice is an error. */
  readonly tried: boolean;
  readonly onChoose: (id: number) => void;
}

/** Which account of the seller is or was paid; nothing if there is only one. */
export function PayeeChoice({ chosen, onChoose, payees, tried }: PayeeChoiceProps) {
  const { t } = useTranslation();
  if (payees.length <= 1) return null;
  const isMissing = !payees.some(({ id }) => id === chosen);
  return (
    <fieldset className={classes.choices} data-missing={isMissing}>
      <legend>{t('escrow.chooseAccount')}</legend>
      {payees.map(({ id, method, raw_data: data }) => (
        <Radio key={id} name="payee" checked={id === chosen} onChoose={() => onChoose(id)}>
          {`${method.name} · ${data.real_name ?? ''} · ${maskedNumber(method.code, data)}`}
        </Radio>
      ))}
      <p className={classes.refusal} role="alert">
        {tried && isMissing ? t('errors.method_required') : null}
      </p>
    </fieldset>
  );
}

/** The account that needs no choice; null if there are several. */
export function onlyPayee(payees: readonly LegalPayee[]): number | null {
  return payees.length === 1 ? (payees[0]?.id ?? null) : null;
}
