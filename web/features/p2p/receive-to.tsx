import { maskedNumber, type PaymentMethod } from '@bourse/contract/payments';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Field } from '../../ui/field.tsx';
import classes from './take.module.css';

interface ReceiveToProps {
  readonly methods: readonly PaymentMethod[];
  readonly value: number | null;
  readonly error: string | null;
  readonly onChange: (id: number) => void;
}

/** The own account that receives the money of a sale. */
export function ReceiveTo({ methods, value, error, onChange }: ReceiveToProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.receive}>
      <Field label={t('p2p.receiveTo')} error={error}>
        {(control) => (
          <select
            {...control}
            name="method"
            value={value ?? ''}
            onChange={(event) => onChange(Number(event.currentTarget.value))}
          >
            <option value="" disabled>
              {t('p2p.chooseMethod')}
            </option>
            {methods.map(({ code, id, name, raw_data: data }) => (
              <option key={id} value={id}>{`${name} ${maskedNumber(code, data)}`}</option>
            ))}
          </select>
        )}
      </Field>
      {methods.length === 0 && (
        <Link to="/personal/collectionSettings" className={classes.link}>
          {t('p2p.addMethod')}
        </Link>
      )}
    </div>
  );
}
