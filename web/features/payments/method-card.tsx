import { maskedNumber, maxMethodsOfType, type PaymentMethod } from '@bourse/contract/payments';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import classes from './payments.module.css';

interface MethodCardProps {
  /** The name of the type. */
  readonly name: string;
  readonly methods: readonly PaymentMethod[];
  /** Opens the form for a method, or for a new one; null if none can be saved. */
  readonly editing: ((method: PaymentMethod | null) => void) | null;
  /** The type is no longer offered. */
  readonly isWithdrawn?: boolean;
  readonly onRemove: (method: PaymentMethod) => void;
}

/** The user's payment methods of one type. */
export function MethodCard({ name, methods, editing, isWithdrawn = false, onRemove }: MethodCardProps) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <section className={classes.card} aria-labelledby={titleId}>
      <div className={classes.cardHead}>
        <h2 id={titleId} className={classes.cardTitle}>
          {name}
        </h2>
        {!isWithdrawn && (
          <span className={classes.quiet}>
            {t('collect.count', { count: methods.length, maximum: maxMethodsOfType })}
          </span>
        )}
        {editing !== null && (
          <Button
            look="plain"
            className={classes.add}
            disabled={methods.length >= maxMethodsOfType}
            aria-label={t('collect.addType', { type: name })}
            onClick={() => editing(null)}
          >
            {t('collect.add')}
          </Button>
        )}
      </div>
      {isWithdrawn && <p className={classes.quiet}>{t('collect.notOffered')}</p>}
      {methods.length === 0 ? (
        <p className={classes.none}>{t('collect.none')}</p>
      ) : (
        <ul className={classes.methods}>
          {methods.map((method) => (
            <MethodRow
              key={method.id}
              method={method}
              onEdit={editing === null ? null : () => editing(method)}
              onRemove={() => onRemove(method)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface MethodRowProps {
  readonly method: PaymentMethod;
  readonly onEdit: (() => void) | null;
  readonly onRemove: () => void;
}

function MethodRow({ method, onEdit, onRemove }: MethodRowProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const { changed_at: changedAt, code, raw_data: data } = method;
  const name = nameOf(method);
  const bank = [data.bank_name, data.bank_address].filter((part) => part !== undefined).join(', ');
  return (
    <li className={classes.method}>
      <div className={classes.about}>
        <p className={classes.number}>{maskedNumber(code, data)}</p>
        <p>{data.real_name}</p>
        {bank !== '' && <p className={classes.quiet}>{bank}</p>}
        <p className={classes.quiet}>{t('collect.changedAt', { time: figures.dateTime(changedAt) })}</p>
      </div>
      <div className={classes.actions}>
        {onEdit !== null && (
          <Button look="plain" aria-label={t('collect.editThis', { method: name })} onClick={onEdit}>
            {t('collect.edit')}
          </Button>
        )}
        <Button look="plain" aria-label={t('collect.removeThis', { method: name })} onClick={onRemove}>
          {t('collect.remove')}
        </Button>
      </div>
    </li>
  );
}

/** A method as its owner recognizes it, without the whole number. */
export function nameOf({ code, name, raw_data: data }: PaymentMethod): string {
  return `${name} ${maskedNumber(code, data)}`;
}
