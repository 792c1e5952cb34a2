import type { OrderMessage } from '@bourse/contract/spot';
import type { KnownOrder } from '../../../live/feeds/orders.ts';
import { createGatherer } from '../../../live/gather.ts';

/** Events within this time are one notification, in milliseconds. */
const togetherMs = 1_000;

/** The minimum interval between two sounds, in milliseconds. */
const soundEveryMs = 1_000;

/** The age from which an event is history, such as one that is sent again after a break, in milliseconds. */
const oldAfterMs = 60_000;

/** The orders that a notification of several events describes in full. */
const linesShown = 3;

/** A private message about an order, without balances. */
export type OrderAlertMessage = Pick<OrderMessage, 'type' | 'reason'> & { readonly order: KnownOrder };

export interface OrderAlertPorts {
  /** Calls the listener with each message about the user's orders. */
  readonly onMessage: (listener: (message: OrderAlertMessage) => void) => () => void;
  /** The text of a message; null when it reports an action of the user. */
  readonly textOf: (message: OrderAlertMessage) => string | null;
  /** The title of a notification about several orders, and its last line. */
  readonly severalText: (count: number) => string;
  readonly moreText: (count: number) => string;
  /** The server's time. */
  readonly serverNow: () => number;
  readonly now: () => number;
  /** Plays the sound, if this tab is the one that plays. */
  readonly play: () => void;
  /** Shows a notification, if this tab is the one that shows them. */
  readonly show: (title: string, body: string) => void;
}

/** The latest text about an order. */
interface Line {
  readonly order: number;
  readonly symbol: string;
  readonly text: string;
}

/**
 * Reports fills, triggered stop orders and orders that the exchange ended: at once with a sound, and with one
 * notification for all events of a second. Returns a function that ends it.
 */
export function startOrderAlerts(ports: OrderAlertPorts): () => void {
  let soundedAtMs = Number.NEGATIVE_INFINITY;
  const lines = createGatherer<Line>(togetherMs, (gathered) => notify(gathered, ports));
  const stop = ports.onMessage((message) => {
    const text = ports.textOf(message);
    if (text === null || isOld(message, ports.serverNow())) return;
    const { id, currency_match: match } = message.order;
    lines.add({ order: id, symbol: match.symbol, text });
    if (ports.now() - soundedAtMs < soundEveryMs) return;
    soundedAtMs = ports.now();
    ports.play();
  });
  return () => {
    stop();
    lines.stop();
  };
}

/** A stop order that has just triggered still carries the time at which it was placed. */
function isOld({ order: { status, updated_at: updatedAt } }: OrderAlertMessage, serverNow: number): boolean {
  return status !== 'submitted' && serverNow - updatedAt > oldAfterMs;
}

function notify(gathered: readonly Line[], { show, severalText, moreText }: OrderAlertPorts): void {
  // An order that is filled in parts has one line.
  const latest = [...new Map(gathered.map((line) => [line.order, line])).values()];
  const [first] = latest;
  if (first === undefined) return;
  if (latest.length === 1) return show(first.symbol, first.text);
  const shown = latest.slice(0, linesShown).map(({ symbol, text }) => `${symbol}: ${text}`);
  const left = latest.length - shown.length;
  show(severalText(latest.length), [...shown, ...(left > 0 ? [moreText(left)] : [])].join('\n'));
}
