import { marketCalls, type MarketDecision, type MarketDetail } from '@bourse/contract/console';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Change } from '../../../ui/figure.tsx';
import { useFigures } from '../../../ui/use-figures.ts';
import { Drawer, Facts } from '../../parts/drawer.tsx';
import { Amount, Figure } from '../../parts/figures.tsx';
import { History } from '../../parts/history.tsx';
import { ReadStates } from '../../parts/read-states.tsx';
import { PlainTable } from '../../parts/section.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { useList } from '../../wire/use-list.ts';
import { useRead } from '../../wire/use-read.ts';
import { type MarketAction, MarketDialog } from './market-dialogs.tsx';
import { fieldText, marketChanges } from './market-fields.ts';
import { MarketStateBadge } from './market-state.tsx';

interface MarketDrawerProps {
  readonly id: number;
  readonly onClose: () => void;
}

/** Everything about a market: its figures, terms, fees and history, and the actions that the roles include. */
export function MarketDrawer({ id, onClose }: MarketDrawerProps) {
  const t = useTexts();
  const read = useRead(marketCalls.market, { id });
  const market = read.data?.id === id ? read.data : undefined;
  const history = useList(marketCalls.marketHistory, { id });
  const mayChange = useMay(marketCalls.changeState);
  const maySetFees = useMay(marketCalls.setFees);
  const [open, setOpen] = useState<{ readonly action: MarketAction; readonly market: MarketDetail } | null>(null);
  // After an action another one has to wait until the market has been read again.
  const [awaited, setAwaited] = useState(0);
  const isCurrent = market !== undefined && market.version >= awaited;
  const titleOf = ({ after, change, tier }: MarketDecision): string => {
    if (tier === null) return t(`markets.changes.${change}`);
    return t(after === null ? 'markets.tierRemoved' : 'markets.tierChanged', { tier });
  };
  const begin = (action: MarketAction): void => {
    if (isCurrent) setOpen({ action, market });
  };
  return (
    <Drawer
      title={market?.symbol ?? t('markets.one', { id })}
      onClose={onClose}
      {...(market !== undefined && (mayChange || maySetFees)
        ? {
            actions: (
              <>
                {mayChange && (
                  <>
                    <Button size="dense" aria-disabled={!isCurrent} onClick={() => begin('state')}>
                      {t('markets.changeState')}
                    </Button>
                    <Button size="dense" aria-disabled={!isCurrent} look="plain" onClick={() => begin('settings')}>
                      {t('markets.changeSettings')}
                    </Button>
                  </>
                )}
                {maySetFees && (
                  <Button size="dense" aria-disabled={!isCurrent} look="plain" onClick={() => begin('fees')}>
                    {t('markets.setFees')}
                  </Button>
                )}
              </>
            ),
          }
        : {})}
    >
      <ReadStates read={{ ...read, data: market }}>{(data) => <MarketFacts market={data} />}</ReadStates>
      <History list={history} titleOf={titleOf} changesOf={({ after, before }) => marketChanges(t, before, after)} />
      {open !== null && <MarketDialog {...open} onDone={setAwaited} onClose={() => setOpen(null)} />}
    </Drawer>
  );
}

function MarketFacts({ market }: { readonly market: MarketDetail }) {
  const t = useTexts();
  const figures = useFigures();
  const { base_code: base, change, id, last_price, open_orders, quote_code: quote, state, tiers, volume } = market;
  return (
    <>
      <Facts
        facts={[
          [t('words.id'), id],
          [t('words.state'), <MarketStateBadge key="state" state={state} />],
          [t('markets.lastPrice'), <Price key="price" value={last_price} currency={quote} />],
          [t('markets.change'), <Change key="change" percent={change} figures={figures} />],
          [t('markets.volume'), <Amount key="volume" value={volume} currency={base} />],
          [t('markets.openOrders'), <Figure key="orders" value={open_orders} />],
        ]}
      />
      <h3>{t('markets.groups.units')}</h3>
      <Facts
        facts={[
          [t('markets.fields.tick'), <Amount key="tick" value={market.tick} currency={quote} />],
          [t('markets.fields.price_decimals'), market.price_decimals],
          [t('markets.fields.lot'), <Amount key="lot" value={market.lot} currency={base} />],
          [t('markets.fields.amount_decimals'), market.amount_decimals],
        ]}
      />
      <h3>{t('markets.groups.settings')}</h3>
      <Facts
        facts={[
          [t('markets.fields.price_step'), <Amount key="price" value={market.price_step} currency={quote} />],
          [t('markets.fields.quantity_step'), <Amount key="quantity" value={market.quantity_step} currency={base} />],
          [t('markets.fields.min_notional'), <Amount key="least" value={market.min_notional} currency={quote} />],
          [t('markets.fields.max_open_orders'), <Figure key="most" value={market.max_open_orders} />],
          ...(['slippage', 'price_band', 'self_trade_prevention', 'sell_blocked'] as const).map(
            (field) => [t(`markets.fields.${field}`), fieldText(t, field, market[field])] as const,
          ),
        ]}
      />
      <h3>{t('markets.groups.fees')}</h3>
      <PlainTable
        caption={t('markets.feesByTier')}
        heads={[t('markets.tier'), t('markets.fields.maker_fee'), t('markets.fields.taker_fee')]}
        figures={[t('markets.fields.maker_fee'), t('markets.fields.taker_fee')]}
        rows={tiers}
        rowKey={({ tier }) => String(tier)}
        renderCells={({ maker_fee, taker_fee, tier }) => [
          tier,
          fieldText(t, 'maker_fee', maker_fee),
          fieldText(t, 'taker_fee', taker_fee),
        ]}
      />
    </>
  );
}

function Price({ currency, value }: { readonly value: string | null; readonly currency: string }) {
  return value === null ? <Figure value={null} /> : <Amount value={value} currency={currency} />;
}
