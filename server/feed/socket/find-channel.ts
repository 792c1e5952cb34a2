import { findPeriod } from '../periods.ts';
import type { Views } from '../views.ts';
import { type Channel, DayMarketChannel, DepthChannel, IndexChannel, KlineChannel, TradesChannel } from './channel.ts';

/** Private messages come by themselves after a login; asking for them is understood and changes nothing. */
const privateChannels = new Set(['TX_SUBMIT', 'TX_MATCHED', 'TX_CANCELED']);

export function isPrivateChannel(name: string): boolean {
  return privateChannels.has(name);
}

/** Makes the channel with this name, e.g. `MARKET_DEPTH.BTC/USDT`; null when there is none. `depthLevels`: levels of each side of a book. */
export function makeChannel(name: string, views: Views, depthLevels: number): Channel | null {
  const [kind = '', symbol, periodName, ...rest] = name.split('.');
  if (rest.length > 0) return null;
  if (kind === 'DAY_MARKET') return symbol === undefined ? new DayMarketChannel(name, views) : null;
  if (kind === 'INDEX') return symbol === undefined ? new IndexChannel(name, views) : null;
  const market = symbol === undefined ? undefined : views.listings.marketBySymbol(symbol);
  if (market === undefined) return null;
  const marketViews = views.market(market.id);
  if (kind === 'KLINE') {
    const period = findPeriod(periodName ?? '1min');
    return period === undefined ? null : new KlineChannel(name, views, marketViews, period);
  }
  if (periodName !== undefined) return null;
  if (kind === 'MARKET_DEPTH') return new DepthChannel(name, views, marketViews, depthLevels);
  return kind === 'GLOBAL_TX' ? new TradesChannel(name, views, marketViews) : null;
}
