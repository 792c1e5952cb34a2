import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCopy } from '../../ui/use-copy.ts';
import classes from './order.module.css';

interface CopyButtonProps {
  /** The name of the field. */
  readonly field: string;
  readonly value: string;
}

/** Copies the value of a field, exactly as banks need it. */
export function CopyButton({ field, value }: CopyButtonProps) {
  const { t } = useTranslation();
  const copy = useCopy();
  const label = t('escrow.copy', { field });
  return (
    <button type="button" className={classes.copy} aria-label={label} title={label} onClick={() => copy(value)}>
      <IconCopy size={16} stroke={1.75} aria-hidden="true" />
    </button>
  );
}
