import { type LegalCurrencies, p2pLimits } from '@bourse/contract/p2p';
import type { PaymentMethod } from '@bourse/contract/payments';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../ui/choice.tsx';
import type { AdFieldsProps } from './ad-fields.tsx';
import { methodOptions } from './method-options.ts';
import classes from './shop.module.css';

interface MethodFieldsProps extends AdFieldsProps {
  readonly currencies: LegalCurrencies;
  readonly own: readonly PaymentMethod[];
}

/** The accounts that receive payments of an ad that sells, or the ways in which one that buys pays. */
export function MethodFields({ currencies, draft, errorOf, onChange, own }: MethodFieldsProps) {
  const { t } = useTranslation();
  const options = methodOptions(draft, currencies, own);
  const isFull = draft.methods.length >= p2pLimits.methods;
  const error = errorOf('methods');
  const toggle = (method: number, on: boolean): void =>
    onChange({ methods: on ? [...draft.methods, method] : draft.methods.filter((one) => one !== method) });
  return (
    <fieldset className={classes.choices}>
      <legend>{t('p2p.methods')}</legend>
      <p className={classes.quiet}>{t('shop.methodsHint', { maximum: p2pLimits.methods })}</p>
      {options.map(({ isReversible, method, name }) => {
        const isChosen = draft.methods.includes(method);
        return (
          <span key={method} className={classes.option}>
            <Checkbox checked={isChosen} disabled={isFull && !isChosen} onChange={(on) => toggle(method, on)}>
              {name}
              {isReversible && <span className={classes.below}>{t('p2p.reversible')}</span>}
            </Checkbox>
          </span>
        );
      })}
      {draft.side === 'sell' && (
        <Link to="/personal/collectionSettings" className={classes.link}>
          {t('p2p.addMethod')}
        </Link>
      )}
      <p className={classes.refusal} role="alert">
        {error}
      </p>
    </fieldset>
  );
}
