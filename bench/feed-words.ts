import { type Static, Type } from 'typebox';

/** What the feed bench says to its processes of clients. */
export type ToClients =
  /**
   * Show that you live: whoever is silent is pinged by the server, and a ping among the messages would be a difference.
   */
  | { readonly type: 'speak' }
  | { readonly type: 'begin' }
  | { readonly type: 'look' }
  /**
   * For each write of the server, by its end in the stream: when it was first seen, and when the trades in it were made
   * (epoch ms).
   */
  | { readonly type: 'delays'; readonly writes: readonly Write[] };

export interface Write {
  readonly end: number;
  readonly firstMs: number;
  readonly tradesMs: readonly number[];
}

export const Ready = Type.Object({ type: Type.Literal('ready') });

/**
 * `fewest` and `most` are bytes of the client that has received least and most; `wrong` counts clients whose bytes were
 * not those of the others, or whose line broke.
 */
export const Seen = Type.Object({
  type: Type.Literal('seen'),
  fewest: Type.Number(),
  most: Type.Number(),
  wrong: Type.Integer(),
  writes: Type.Array(Type.Object({ end: Type.Integer(), firstMs: Type.Number() })),
});
export type Seen = Static<typeof Seen>;

/** How often which delay was seen, by tenth of a millisecond. */
export const Counted = Type.Object({
  type: Type.Literal('counted'),
  fromFirst: Type.Array(Type.Integer()),
  fromTrade: Type.Array(Type.Integer()),
});
export type Counted = Static<typeof Counted>;

/** What it says to the bare server. */
export interface BareTexts {
  /** Each with its time from the beginning. */
  readonly texts: readonly { readonly atMs: number; readonly text: string }[];
}

export const BarePort = Type.Object({ type: Type.Literal('port'), port: Type.Integer() });
export const BareSent = Type.Object({ type: Type.Literal('sent'), cpuUs: Type.Number() });
