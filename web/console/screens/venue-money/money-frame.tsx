import { venueMoneyCalls, type VenueAccountsRow } from '@bourse/contract/console';
import type { ReactNode } from 'react';
import { isZero } from '../../../live/decimal.ts';
import { Button } from '../../../ui/button.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useAddress } from '../../parts/address.ts';
import { Screen } from '../../parts/screen.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import type { ListState } from '../../wire/use-list.ts';
import { sumOf } from './balances.ts';

const tabs = ['accounts', 'transfers'] as const;

/** The action that a dialog asks for, and the currency that is selected first. */
export interface MoneyAction {
  readonly kind: 'move' | 'pay';
  readonly currencyId: number | null;
}

/** The properties of both tabs. */
export interface MoneyTabProps {
  readonly accounts: ListState<VenueAccountsRow>;
  readonly onAction: (action: MoneyAction) => void;
}

interface MoneyFrameProps extends MoneyTabProps {
  readonly tab: (typeof tabs)[number];
  readonly filters?: ReactNode;
  readonly drawer: ReactNode;
  readonly children: ReactNode;
}

/** The frame of both tabs: whether all money adds up, the actions that move it, and the tabs. */
export function MoneyFrame({ accounts, tab, filters, drawer, onAction, children }: MoneyFrameProps) {
  const t = useTexts();
  const { set } = useAddress();
  return (
    <Screen
      title={t('venueMoney.title')}
      actions={
        <>
          {accounts.rows !== undefined && <Total rows={accounts.rows} />}
          <MoneyButtons currencyId={null} onAction={onAction} />
        </>
      }
      filters={
        <>
          <Tabs
            label={t('venueMoney.tabs')}
            tabs={tabs.map((id) => ({ id, label: t(`venueMoney.tabNames.${id}`) }))}
            selected={tab}
            onSelect={(id) => set({ tab: id === 'accounts' ? null : id, row: null })}
          />
          {filters}
        </>
      }
      drawer={drawer}
    >
      {children}
    </Screen>
  );
}

/** The buttons of the actions that the roles include. */
export function MoneyButtons({ currencyId, onAction }: Pick<MoneyTabProps, 'onAction'> & Omit<MoneyAction, 'kind'>) {
  const t = useTexts();
  const mayMove = useMay(venueMoneyCalls.moveVenueMoney);
  const mayPay = useMay(venueMoneyCalls.payUser);
  return (
    <>
      {mayMove && (
        <Button size="dense" onClick={() => onAction({ kind: 'move', currencyId })}>
          {t('venueMoney.move')}
        </Button>
      )}
      {mayPay && (
        <Button size="dense" look="plain" onClick={() => onAction({ kind: 'pay', currencyId })}>
          {t('venueMoney.pay')}
        </Button>
      )}
    </>
  );
}

function Total({ rows }: { readonly rows: readonly VenueAccountsRow[] }) {
  const t = useTexts();
  const count = rows.filter((row) => !isZero(sumOf(row))).length;
  return count === 0 ? (
    <StateBadge tone="good">{t('venueMoney.allBalanced')}</StateBadge>
  ) : (
    <StateBadge tone="bad">{t('venueMoney.someUnbalanced', { count })}</StateBadge>
  );
}

/** Whether the balances of a currency add up to zero. */
export function Sum({ row }: { readonly row: VenueAccountsRow }) {
  const t = useTexts();
  const sum = sumOf(row);
  return isZero(sum) ? (
    <StateBadge tone="good">{t('venueMoney.balanced')}</StateBadge>
  ) : (
    <StateBadge tone="bad">{t('venueMoney.unbalanced', { sum })}</StateBadge>
  );
}
