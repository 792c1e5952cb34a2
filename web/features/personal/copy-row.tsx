import { IconCopy } from '@tabler/icons-react';
import { classNames } from '../../ui/class-names.ts';
import { useCopy } from '../../ui/use-copy.ts';
import classes from './settings.module.css';

interface CopyRowProps {
  readonly name: string;
  /** The value to copy; null while loading. */
  readonly value: string | null;
  readonly copyLabel: string;
  /** A value of the expected length, which reserves its lines while loading. */
  readonly likely?: string;
}

/** A value to share with others: its name, the value and a copy button. */
export function CopyRow({ name, value, copyLabel, likely = '' }: CopyRowProps) {
  const copy = useCopy();
  return (
    <div className={classes.row}>
      <dt>{name}</dt>
      <dd className={classes.copied}>
        {value === null ? (
          <span className={classNames('figures', classes.reserved)} aria-hidden="true">
            {likely}
          </span>
        ) : (
          <span className="figures">{value}</span>
        )}
        <button
          type="button"
          className={classes.copy}
          aria-label={copyLabel}
          title={copyLabel}
          disabled={value === null}
          onClick={() => copy(value ?? '')}
        >
          <IconCopy size={16} stroke={1.75} aria-hidden="true" />
        </button>
      </dd>
    </div>
  );
}
