import type { AccountCode } from '@bourse/contract/texts';
import { Link, linkOptions } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { announce } from '../../ui/announcer.tsx';
import { toast } from '../../ui/toasts.ts';
import { assetActions, type AssetAction, type Conditions, obstacleTo } from './asset-actions.ts';
import classes from './assets.module.css';

interface RowActionsProps {
  readonly code: string;
  readonly conditions: Conditions;
  /** The address of the market of the currency; undefined if it has none. */
  readonly market: string | undefined;
  readonly onConvert: () => void;
}

/** The actions of a balance. One that is not offered says why when it is pointed at, focused or pressed. */
export function RowActions({ code, conditions, market, onConvert }: RowActionsProps) {
  const { t } = useTranslation();
  const { account } = conditions;
  return (
    <span className={classes.actions}>
      {assetActions.map((action) => {
        const obstacle = obstacleTo(action, conditions);
        const label = t(`assets.${action}`);
        if (obstacle !== null) {
          const reason = t(`assets.why.${obstacle}`, { currency: code });
          return <Closed key={action} label={label} name={`${label} ${code}`} reason={reason} />;
        }
        const name = `${label} ${code}`;
        if (action === 'convert')
          return (
            <button key={action} type="button" className={classes.action} aria-label={name} onClick={onConvert}>
              {label}
            </button>
          );
        return (
          <Link key={action} {...targetOf(action, code, account, market)} className={classes.action} aria-label={name}>
            {label}
          </Link>
        );
      })}
    </span>
  );
}

const trading = {
  legal_account: linkOptions({ to: '/legalIndex/legal' }),
  lever_account: linkOptions({ to: '/lever' }),
  micro_account: linkOptions({ to: '/second' }),
  financial_account: linkOptions({ to: '/deposit' }),
} as const;

function targetOf(
  action: Exclude<AssetAction, 'convert'>,
  code: string,
  account: AccountCode,
  market: string | undefined,
) {
  switch (action) {
    case 'deposit':
      return linkOptions({ to: '/assets/deposit', search: { currency: code } });
    case 'withdraw':
      return linkOptions({ to: '/assets/withdraw', search: { currency: code, account } });
    case 'transfer':
      return linkOptions({ to: '/assets/transfer', search: { currency: code, from: account } });
    case 'trade':
      return account === 'change_account'
        ? linkOptions({ to: '/trade', search: market === undefined ? {} : { id: market } })
        : trading[account];
  }
}

interface ClosedProps {
  readonly label: string;
  readonly name: string;
  readonly reason: string;
}

function Closed({ label, name, reason }: ClosedProps) {
  const explain = (): void => {
    toast(reason, 'neutral');
    announce(reason);
  };
  return (
    <button
      type="button"
      className={classes.action}
      aria-disabled="true"
      aria-label={`${name}. ${reason}`}
      title={reason}
      onClick={explain}
    >
      {label}
    </button>
  );
}
