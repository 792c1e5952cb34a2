import { IconX } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import { useTexts } from '../texts/texts.ts';
import { useKeys } from './use-keys.ts';
import classes from './drawer.module.css';

interface DrawerProps {
  readonly title: ReactNode;
  readonly onClose: () => void;
  /** Buttons of the row, at the foot, where they stay in sight. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/**
 * The details of a row beside its table, which stays usable: j and k move on to the next row. Render it only while a
 * row is open. Escape closes it. On a narrow window it covers the table.
 */
export function Drawer({ title, onClose, actions, children }: DrawerProps) {
  const t = useTexts();
  const titleId = useId();
  useKeys({ escape: onClose });
  return (
    <aside className={classes.drawer} aria-labelledby={titleId} data-drawer>
      <div className={classes.head}>
        <h2 id={titleId} className={classes.title}>
          {title}
        </h2>
        <button type="button" className={classes.close} aria-label={t('drawer.close')} onClick={onClose}>
          <IconX size={16} stroke={1.75} aria-hidden="true" />
        </button>
      </div>
      <div className={classes.body}>{children}</div>
      {actions !== undefined && actions !== false && <div className={classes.actions}>{actions}</div>}
    </aside>
  );
}

/** Pairs of a label and a value, for the body of a drawer. */
export function Facts({ facts }: { readonly facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
