import type { TSchema } from 'typebox';
import { type Audience, type Policy, policyOf } from '../policy.ts';
import {
  DayMarketMessage,
  GlobalTxMessage,
  IndexMessage,
  KlineMessage,
  MarketChangedMessage,
  MarketDepthMessage,
  OrderMessage,
  StatusMessage,
} from './channels.ts';

/** A channel of the socket, declared once: the server takes no subscription to another, and documents it from here. */
export interface Channel extends Policy {
  /** As it is asked for; what stands in braces is filled in. */
  readonly name: string;
  readonly summary: string;
  /** How it begins: with a subscription, with a login on the socket, or with the connection. */
  readonly begins: 'sub' | 'login' | 'connection';
  readonly message: TSchema;
}

function channel(
  access: Audience['access'],
  begins: Channel['begins'],
  name: string,
  summary: string,
  message: TSchema,
): Channel {
  return { ...policyOf({ access, rate: 'socket' }, false), name, begins, summary, message };
}

/** Every channel by the first part of its name. */
export const channels = {
  DAY_MARKET: channel('visitor', 'sub', 'DAY_MARKET', 'The day’s quotation of each market', DayMarketMessage),
  INDEX: channel('visitor', 'sub', 'INDEX', 'Index prices', IndexMessage),
  MARKET_DEPTH: channel(
    'visitor',
    'sub',
    'MARKET_DEPTH.{symbol}',
    'The order book of a market: a snapshot, then what changed',
    MarketDepthMessage,
  ),
  GLOBAL_TX: channel('visitor', 'sub', 'GLOBAL_TX.{symbol}', 'The trades of a market', GlobalTxMessage),
  KLINE: channel(
    'visitor',
    'sub',
    'KLINE.{symbol}.{period}',
    'The running bar of a market; one-minute bars when the period is left out',
    KlineMessage,
  ),
  TX_SUBMIT: channel('user', 'login', 'TX_SUBMIT', 'An own order was placed, or triggered', OrderMessage),
  TX_MATCHED: channel('user', 'login', 'TX_MATCHED', 'An own order traded', OrderMessage),
  TX_REDUCED: channel('user', 'login', 'TX_REDUCED', 'An own order became smaller', OrderMessage),
  TX_CANCELED: channel('user', 'login', 'TX_CANCELED', 'An own order ended without being filled', OrderMessage),
  STATUS: channel('visitor', 'connection', 'STATUS', 'Whether the exchange takes orders', StatusMessage),
  MARKET_CHANGED: channel(
    'visitor',
    'connection',
    'MARKET_CHANGED',
    'A market is not what it was',
    MarketChangedMessage,
  ),
} as const satisfies Record<string, Channel>;

export type ChannelName = keyof typeof channels;

/** The channel that a full name such as `KLINE.BTC/USDT.5min` belongs to; undefined when there is none. */
export function channelOf(name: string): ChannelName | undefined {
  const kind = name.split('.', 1)[0] ?? '';
  return isChannelName(kind) ? kind : undefined;
}

function isChannelName(kind: string): kind is ChannelName {
  return Object.hasOwn(channels, kind);
}
