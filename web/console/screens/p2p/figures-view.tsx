import { p2pCalls, type P2pFigures } from '@bourse/contract/console';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../ui/states.tsx';
import { Facts } from '../../parts/drawer.tsx';
import { Figure } from '../../parts/figures.tsx';
import { ReadStates } from '../../parts/read-states.tsx';
import { Screen } from '../../parts/screen.tsx';
import { PlainTable, Section, Sections } from '../../parts/section.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useRead } from '../../wire/use-read.ts';

const ages = ['day', 'two_days', 'three_days', 'older'] as const;

/** How peer-to-peer trading goes: what is open, the last 30 days, and the coins that are held. */
export function FiguresView({ tabs }: { readonly tabs: ReactNode }) {
  const t = useTexts();
  const read = useRead(p2pCalls.p2pFigures, {});
  return (
    <Screen title={t('fiat.title')} filters={tabs} padded>
      <ReadStates read={read}>
        {(figures) => (
          <>
            <Counts figures={figures} />
            <Held figures={figures} />
            <Turnover figures={figures} />
          </>
        )}
      </ReadStates>
    </Screen>
  );
}

interface FiguresProps {
  readonly figures: P2pFigures;
}

function Counts({ figures: { ads, appeals, orders, ...month } }: FiguresProps) {
  const t = useTexts();
  const fact = (label: string, count: number): readonly [string, ReactNode] => [
    label,
    <Figure key={label} value={count} />,
  ];
  return (
    <Sections>
      <Section title={t('fiat.now')}>
        <Facts
          facts={[
            fact(t('fiat.adsOpen'), ads.open),
            fact(t('fiat.adsSuspended'), ads.suspended),
            fact(t('fiat.statuses.1'), orders.unpaid),
            fact(t('fiat.statuses.2'), orders.paid),
            fact(t('fiat.statuses.3'), orders.delayed),
            fact(t('fiat.statuses.4'), orders.appealed),
          ]}
        />
      </Section>
      <Section title={t('fiat.appealAges')}>
        <Facts facts={ages.map((age) => fact(t(`fiat.ages.${age}`), appeals[age]))} />
      </Section>
      <Section title={t('fiat.month')}>
        <Facts
          facts={[
            fact(t('fiat.completed'), month.completed),
            fact(t('fiat.cancelled'), month.cancelled),
            fact(t('fiat.timedOut'), month.timed_out),
            fact(t('fiat.autoReleased'), month.auto_released),
            fact(t('fiat.appealed'), month.appealed),
          ]}
        />
      </Section>
    </Sections>
  );
}

function Held({ figures: { escrow } }: FiguresProps) {
  const t = useTexts();
  const heads = [t('fiat.inOrders'), t('fiat.inAds'), t('fiat.inBonds')];
  return (
    <Section title={t('fiat.escrow')}>
      {escrow.length === 0 ? (
        <EmptyState text={t('fiat.noCoins')} />
      ) : (
        <PlainTable
          caption={t('fiat.escrow')}
          heads={[t('fiat.coin'), ...heads]}
          figures={heads}
          rows={escrow}
          rowKey={({ currency_code: code }) => code}
          renderCells={({ amount, bonds, currency_code: code, offered }) => [
            code,
            <Figure key="amount" value={amount} />,
            <Figure key="offered" value={offered} />,
            <Figure key="bonds" value={bonds} />,
          ]}
        />
      )}
    </Section>
  );
}

function Turnover({ figures: { turnover } }: FiguresProps) {
  const t = useTexts();
  const heads = [t('fiat.ordersOf'), t('fiat.amount'), t('fiat.usd')];
  return (
    <Section title={t('fiat.turnover')}>
      {turnover.length === 0 ? (
        <EmptyState text={t('fiat.noTurnover')} />
      ) : (
        <PlainTable
          caption={t('fiat.turnover')}
          heads={[t('fiat.currency'), ...heads]}
          figures={heads}
          rows={turnover}
          rowKey={({ fiat }) => fiat}
          renderCells={({ amount, fiat, orders, usd }) => [
            fiat,
            <Figure key="orders" value={orders} />,
            <Figure key="amount" value={amount} />,
            <Figure key="usd" value={usd} />,
          ]}
        />
      )}
    </Section>
  );
}
