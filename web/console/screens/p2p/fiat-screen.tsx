import { p2pCalls } from '@bourse/contract/console';
import { Tabs } from '../../../ui/tabs.tsx';
import { useAddress } from '../../parts/address.ts';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { AdsView } from './ads-view.tsx';
import { BondsView } from './bonds-view.tsx';
import { FiguresView } from './figures-view.tsx';
import { OrdersView } from './orders-view.tsx';
import { RatesView } from './rates-view.tsx';

const views = ['figures', 'ads', 'orders', 'bonds', 'rates'] as const;
type View = (typeof views)[number];

/** The filters of all views, which another view does not keep. */
const noFilters = { row: null, state: null, user: null, fiat: null, status: null, number: null };

/** Peer-to-peer trading: its figures, and the lists that the reader's roles may see. */
export function FiatScreen() {
  const t = useTexts();
  const { query, set } = useAddress();
  const mayBonds = useMay(p2pCalls.p2pBonds);
  const mayRates = useMay(p2pCalls.p2pRates);
  const allowed: readonly View[] = views.filter(
    (view) => (view !== 'bonds' || mayBonds) && (view !== 'rates' || mayRates),
  );
  const view = allowed.find((one) => one === query.get('tab')) ?? 'figures';
  const tabs = (
    <Tabs
      label={t('fiat.title')}
      tabs={allowed.map((id) => ({ id, label: t(`fiat.views.${id}`) }))}
      selected={view}
      onSelect={(id) => set({ ...noFilters, tab: id === 'figures' ? null : id })}
    />
  );
  switch (view) {
    case 'figures':
      return <FiguresView tabs={tabs} />;
    case 'ads':
      return <AdsView tabs={tabs} />;
    case 'orders':
      return <OrdersView tabs={tabs} />;
    case 'bonds':
      return <BondsView tabs={tabs} />;
    case 'rates':
      return <RatesView tabs={tabs} />;
  }
}
