import { channelOf, channels, needsSession } from '@bourse/contract';
import { findPeriod } from '../periods.ts';
import type { Views } from '../views.ts';
import type { Channel } from './channel.ts';
import { DepthChannel, KlineChannel, TradesChannel } from './market-channels.ts';
import { DayMarketChannel, IndexChannel } from './venue-channels.ts';

/** Private messages come by themselves after a login; asking for them is understood and changes nothing. */
export function isPrivateChannel(name: string): boolean {
  const channel = channelOf(name);
  return channel === name && channels[channel].begins === 'login';
}

/** Whether a channel is declared for people with a session. */
export function isForMembers(name: string): boolean {
  const channel = channelOf(name);
  return channel !== undefined && needsSession(channels[channel]);
}

/** Makes the channel with this name, e.g. `MARKET_DEPTH.BTC/USDT`; null when there is none that one may subscribe to. `depthLevels`: levels of each side of a book. */
export function makeChannel(name: string, views: Views, depthLevels: number): Channel | null {
  const channel = channelOf(name);
  const [, symbol, periodName, ...rest] = name.split('.');
  if (channel === undefined || rest.length > 0) return null;
  const listed = symbol === undefined ? undefined : views.listings.marketBySymbol(symbol);
  const market = listed === undefined ? null : views.market(listed.id);
  const ofMarket = periodName === undefined ? market : null;
  switch (channel) {
    case 'DAY_MARKET':
      return symbol === undefined ? new DayMarketChannel(name, views) : null;
    case 'INDEX':
      return symbol === undefined ? new IndexChannel(name, views) : null;
    case 'KLINE': {
      const period = findPeriod(periodName ?? '1min');
      return market === null || period === undefined ? null : new KlineChannel(name, views, market, period);
    }
    case 'MARKET_DEPTH':
      return ofMarket === null ? null : new DepthChannel(name, views, ofMarket, depthLevels);
    case 'GLOBAL_TX':
      return ofMarket === null ? null : new TradesChannel(name, views, ofMarket);
    case 'TX_SUBMIT':
    case 'TX_MATCHED':
    case 'TX_REDUCED':
    case 'TX_CANCELED':
    case 'STATUS':
    case 'MARKET_CHANGED':
      return null;
  }
}
