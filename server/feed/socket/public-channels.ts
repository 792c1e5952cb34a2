import { needsSession } from '@bourse/contract';
import { type ChannelName, channelOf } from '@bourse/contract/capabilities';
import type { MarketViews } from '../market-board.ts';
import type { Views } from '../views.ts';
import type { Channel } from './channel.ts';

/** What a channel is opened with. */
export interface ChannelRequest {
  /** As it was subscribed to, e.g. `KLINE.BTC/USDT.5min`. */
  readonly name: string;
  /** What follows the first part of the name, e.g. `BTC/USDT` and `5min`. */
  readonly parts: readonly string[];
  readonly views: Views;
  /** Levels of each side of a book that are published. */
  readonly depthLevels: number;
}

/** A channel that clients subscribe to, registered by its capability. */
export interface PublicChannel {
  readonly name: ChannelName;
  /** Null when there is no such channel. */
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

  /** Opens the channel with this name, e.g. `MARKET_DEPTH.BTC/USDT`; null when there is none to subscribe to. */
  open(name: string): Channel | null {
    const [, ...parts] = name.split('.');
    const declared = channelOf(name);
    const registered = declared === undefined ? undefined : this.#byName.get(declared.kind);
    return registered?.open({ name, parts, views: this.#views, depthLevels: this.#depthLevels }) ?? null;
  }
}

/** The market that a channel's name tells; null when there is none. */
export function marketBySymbol(views: Views, symbol: string | undefined): MarketViews | null {
  const listed = symbol === undefined ? undefined : views.listings.marketBySymbol(symbol);
  return listed === undefined ? null : views.market(listed.id);
}

/** Private messages come by themselves after a login; a subscription to them is accepted and changes nothing. */
export function isPrivateChannel(name: string): boolean {
  const found = channelOf(name);
  return found?.kind === name && found.channel.begins === 'login';
}

/** Whether a channel is declared for people with a session. */
export function isForMembers(name: string): boolean {
  const found = channelOf(name);
  return found !== undefined && needsSession(found.channel);
}
