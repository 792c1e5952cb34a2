import { type Static, Type } from 'typebox';

/** Messages of the feed benchmark to its client processes. */
export type ToClients =
  /** Asks all clients to send something: the server pings idle clients, and a ping would make their bytes differ. */
  | { readonly type: 'speak' }
  | { readonly type: 'begin' }
  | { readonly type: 'look' }
  /**
   * For each write of the server, by its end in the stream: when a client first received it, and when its trades were
   * made (epoch ms).
   */
  | { readonly type: 'delays'; readonly writes: readonly Write[] };

export interface Write {
  readonly end: number;
  readonly firstMs: number;
  readonly tradesMs: readonly number[];
}

export const Ready = Type.Object({ type: Type.Literal('ready') });

/**
 * `fewest` and `most` are the lowest and highest number of bytes that a client has received; `wrong` counts clients
 * whose bytes differ or whose connection failed.
 */
export const Seen = Type.Object({
  type: Type.Literal('seen'),
  fewest: Type.Number(),
  most: Type.Number(),
  wrong: Type.Integer(),
  writes: Type.Array(Type.Object({ end: Type.Integer(), firstMs: Type.Number() })),
});
export type Seen = Static<typeof Seen>;

/** Histograms of delays in tenths of a millisecond. */
export const Counted = Type.Object({
  type: Type.Literal('counted'),
  fromFirst: Type.Array(Type.Integer()),
  fromTrade: Type.Array(Type.Integer()),
});
export type Counted = Static<typeof Counted>;

/** Messages to the baseline server. */
export interface BareTexts {
  /** Texts with their times since the start. */
  readonly texts: readonly { readonly atMs: number; readonly text: string }[];
}

export const BarePort = Type.Object({ type: Type.Literal('port'), port: Type.Integer() });
export const BareSent = Type.Object({ type: Type.Literal('sent'), cpuUs: Type.Number() });
