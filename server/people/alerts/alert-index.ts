import type { AlertDirection } from '@bourse/contract/alerts';
import { SortedAlerts } from './sorted-alerts.ts';

/** A repeating alert fires at most once in this time. */
export const pauseMs = 60_000;

/** The state of an alert that decides when it fires. */
export interface WatchedAlert {
  readonly market: number;
  readonly direction: AlertDirection;
  /** In ticks. */
  readonly price: number;
  readonly repeat: boolean;
  /** Whether the next trade at its price fires it. */
  armed: boolean;
  /** The journal time at which it last fired, epoch milliseconds. */
  firedAtMs: number | null;
}

/** A trade; the price is in ticks. */
export interface WatchedTrade {
  readonly market: number;
  readonly price: number;
  readonly timeMs: number;
  readonly sequence: number;
}

export interface AlertChanges<Alert extends WatchedAlert> {
  fired(alert: Alert, trade: WatchedTrade): void;
  /** A repeating alert can fire again. */
  rearmed(alert: Alert, trade: WatchedTrade): void;
}

/**
 * All price alerts by market and price. An alert fires when a trade is executed at its price or beyond. One that
 * repeats then pauses for a minute of journal time; afterwards it is armed again as soon as the last price is on the
 * other side of its price. The price of each trade counts, so a command that jumps over a price and back fires it. A
 * trade that reaches no alert costs one comparison for each of four lists.
 */
export class AlertIndex<Alert extends WatchedAlert> {
  readonly #changes: AlertChanges<Alert>;
  readonly #markets = new Map<number, MarketAlerts<Alert>>();

  constructor(changes: AlertChanges<Alert>) {
    this.#changes = changes;
  }

  get isEmpty(): boolean {
    return this.#markets.size === 0;
  }

  /** Adds an alert. `lastPrice` is the market's last price in ticks if this is its first alert; null if unknown. */
  add(alert: Alert, lastPrice: number | null): void {
    let market = this.#markets.get(alert.market);
    if (market === undefined) {
      market = new MarketAlerts(this.#changes, lastPrice);
      this.#markets.set(alert.market, market);
    }
    market.add(alert);
  }

  remove(alert: Alert): void {
    const market = this.#markets.get(alert.market);
    market?.remove(alert);
    if (market?.isEmpty === true) this.#markets.delete(alert.market);
  }

  /** Whether trades of a market concern an alert. */
  watches(market: number): boolean {
    return this.#markets.has(market);
  }

  trade(trade: WatchedTrade): void {
    const market = this.#markets.get(trade.market);
    if (market === undefined) return;
    market.trade(trade);
    if (market.isEmpty) this.#markets.delete(trade.market);
  }
}

/** The alerts of one market. */
class MarketAlerts<Alert extends WatchedAlert> {
  readonly #changes: AlertChanges<Alert>;
  /** Armed alerts by direction. */
  readonly #armed = { above: new SortedAlerts<Alert>('rising'), below: new SortedAlerts<Alert>('falling') };
  /** Alerts that wait for the price to cross back. */
  readonly #waiting = { above: new SortedAlerts<Alert>('falling'), below: new SortedAlerts<Alert>('rising') };
  /** Alerts in their pause, those that fired first at the front. */
  #pausing: Alert[] = [];
  #lastPrice: number | null;

  constructor(changes: AlertChanges<Alert>, lastPrice: number | null) {
    this.#changes = changes;
    this.#lastPrice = lastPrice;
  }

  get isEmpty(): boolean {
    const { above, below } = this.#armed;
    return above.size + below.size + this.#waiting.above.size + this.#waiting.below.size + this.#pausing.length === 0;
  }

  add(alert: Alert): void {
    if (alert.armed) {
      this.#armed[alert.direction].add(alert);
      return;
    }
    this.#pausing.push(alert);
    this.#pausing.sort((a, b) => (a.firedAtMs ?? 0) - (b.firedAtMs ?? 0));
  }

  remove(alert: Alert): void {
    const { direction } = alert;
    if (this.#armed[direction].remove(alert) || this.#waiting[direction].remove(alert)) return;
    this.#pausing = this.#pausing.filter((other) => other !== alert);
  }

  trade(trade: WatchedTrade): void {
    this.#endPauses(trade);
    for (const direction of ['above', 'below'] as const) {
      for (const alert of this.#waiting[direction].takeReached(trade.price, true)) this.#arm(alert, trade);
      for (const alert of this.#armed[direction].takeReached(trade.price, false)) this.#fire(alert, trade);
    }
    this.#lastPrice = trade.price;
  }

  #endPauses(trade: WatchedTrade): void {
    let ended = 0;
    for (const { firedAtMs } of this.#pausing) {
      if ((firedAtMs ?? 0) + pauseMs > trade.timeMs) break;
      ended += 1;
    }
    if (ended === 0) return;
    for (const alert of this.#pausing.splice(0, ended)) {
      if (isBack(alert, this.#lastPrice)) this.#arm(alert, trade);
      else this.#waiting[alert.direction].add(alert);
    }
  }

  #arm(alert: Alert, trade: WatchedTrade): void {
    alert.armed = true;
    this.#armed[alert.direction].add(alert);
    this.#changes.rearmed(alert, trade);
  }

  #fire(alert: Alert, trade: WatchedTrade): void {
    alert.armed = false;
    alert.firedAtMs = trade.timeMs;
    if (alert.repeat) this.#pausing.push(alert);
    this.#changes.fired(alert, trade);
  }
}

/** Whether the price has crossed back over the price of an alert that fired. */
function isBack({ direction, price }: WatchedAlert, lastPrice: number | null): boolean {
  if (lastPrice === null) return false;
  return direction === 'above' ? lastPrice < price : lastPrice > price;
}
