import type { LegalOrderDetail } from '@bourse/contract/p2p';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { orderParts, partStates, statusKey } from './next-action.ts';
import { StatusMark } from './status-mark.tsx';
import classes from './order.module.css';

/** The state of an order in words, and its four parts. */
export function OrderProgress({ order }: { readonly order: LegalOrderDetail }) {
  const { t } = useTranslation();
  const states = partStates(order);
  return (
    <div className={classes.progress}>
      <StatusMark status={statusKey(order)} />
      <ol className={classes.parts}>
        {orderParts.map((part, at) => (
          <li key={part} data-state={states[at]} aria-current={states[at] === 'current' ? 'step' : undefined}>
            <span className={classes.bullet} aria-hidden="true">
              {states[at] === 'done' && <IconCheck size={14} stroke={2.5} />}
              {states[at] === 'failed' && <IconX size={14} stroke={2.5} />}
            </span>
            <span>{t(`escrow.steps.${part}`)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
