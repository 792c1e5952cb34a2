import { useTranslation } from 'react-i18next';
import type { statusKey } from './next-action.ts';
import classes from './status-mark.module.css';

/** The state of an order, for the side that reads it. */
export function StatusMark({ status }: { readonly status: ReturnType<typeof statusKey> }) {
  const { t } = useTranslation();
  return (
    <span className={classes.mark} data-status={status}>
      {t(`p2p.status.${status}`)}
    </span>
  );
}
