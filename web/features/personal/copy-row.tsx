import { IconCopy } from '@tabler/icons-react';
import { useCopy } from '../../ui/use-copy.ts';
import classes from './settings.module.css';

interface CopyRowProps {
  readonly name: string;
  /** The value to copy; null while loading. */
  readonly value: string | null;
  readonly copyLabel: string;
}

/** A value to share with others: its name, the value and a copy button. */
export function CopyRow({ name, value, copyLabel }: CopyRowProps) {
  const copy = useCopy();
  return (
    <div className={classes.row}>
      <dt>{name}</dt>
      <dd className={classes.copied}>
        <span className="figures">{value}</span>
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
