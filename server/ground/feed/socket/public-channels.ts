import { needsSession } from '@bourse/contract';
import { type ChannelName, channelOf } from '@bourse/contract/capabilities';
import type { MarketViews } from '../market-board.ts';
import type { Views } from '../views.ts';
import type { Channel } from './channel.ts';

/** The request to open a channel. */
export interface ChannelRequest {
  /** The subscribed name, e.g. `KLINE.BTC/USDT.5min`. */
  readonly name: string;
  /** The parts of the name after the first, e.g. `BTC/USDT` and `5min`. */
  readonly parts: readonly string[];
  readonly views: Views;
  /** Published levels per side of an order book. */
  readonly depthLevels: number;
}

/** A channel that clients subscribe to, registered by its capability. */
export interface PublicChannel {
  readonly name: ChannelName;
  /** Opens the channel; null if the name has invalid parts. */
  open(request: ChannelRequest): Channel | null;
}

/** The registered channels by name. */
export class PublicChannels {
  readonly #views: Views;
  readonly #depthLevels: number;
  readonly #byName: ReadonlyMap<ChannelName, PublicChannel>;

  constructor(views: Views, depthLevels: number, registered: readonly PublicChannel[]) {
    this.#views = views;
    this.#depthLevels = depthLevels;
    this.#byName = new Map(registered.map((channel) => [channel.name, channel]));
  }

  /** Opens the channel with this name, e.g. `MARKET_DEPTH.BTC/USDT`; null if there is no such channel. */
  open(name: string): Channel | null {
    const [, ...parts] = name.split('.');
    const declared = channelOf(name);
    const registered = declared === undefined ? undefined : this.#byName.get(declared.kind);
    return registered?.open({ name, parts, views: this.#views, depthLevels: this.#depthLevels }) ?? null;
  }
}

/** The market in a channel's name; null if it is missing or not listed. */
export function marketBySymbol(views: Views, symbol: string | undefined): MarketViews | null {
  const listed = symbol === undefined ? undefined : views.listings.marketBySymbol(symbol);
  return listed === undefined ? null : views.market(listed.id);
}

/** Private messages are sent after a login; a subscription to them is accepted and has no effect. */
export function isPrivateChannel(name: string): boolean {
  const found = channelOf(name);
  return found?.kind === name && found.channel.begins === 'login';
}

/** Whether a channel requires a session. */
export function isForMembers(name: string): boolean {
  const found = channelOf(name);
  return found !== undefined && needsSession(found.channel);
}
