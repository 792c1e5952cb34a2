import { Digest } from './digest.ts';
import { assertNever } from './invariant.ts';
import { hashOrderAccepted, hashOrderEnded, hashTraded } from './spot/hash-order-events.ts';
import type { Audited, FeeRates, MarketSettings, Side } from './command.ts';
import type {
  CandleClosed,
  Credited,
  Debited,
  Event,
  IndexConfigured,
  IndexUpdated,
  MarketListed,
  OrderReduced,
  Rejected,
  RequestRepeated,
  VenueTransferred,
} from './event.ts';
import type { OpenHold } from './ledger/open-holds.ts';
import type { Rejection } from './rejection.ts';

/**
 * The running hash of a journal's events: `previous` is the hash before this command, '' before the first. Every field of
 * every event counts. 16 hex digits. For many commands in a row an `EventsHash` does the same without the texts between.
 */
export function hashEvents(previous: string, sequence: number, timeMs: number, events: readonly Event[]): string {
  const hash = new EventsHash(previous);
  hash.add(sequence, timeMs, events);
  return hash.hex();
}

/** A running hash of events that goes on from command to command. */
export class EventsHash {
  private readonly digest: Digest;

  /** Goes on from what `hex` or `hashEvents` answered, or begins a journal with ''. */
  constructor(previous: string) {
    this.digest = new Digest(previous);
  }

  /** Adds what one command led to. */
  add(sequence: number, timeMs: number, events: readonly Event[]): void {
    const { digest } = this;
    digest.number(sequence);
    digest.number(timeMs);
    digest.number(events.length);
    for (const event of events) addEvent(digest, event);
    digest.settle();
  }

  /** The hash so far, as 16 hex digits. */
  hex(): string {
    return this.digest.hex();
  }
}

/** Begins each type with a number of its own; its fields follow in one order, so that they need no names. */
function addEvent(digest: Digest, event: Event): void {
  switch (event.type) {
    case 'order_accepted':
      hashOrderAccepted(digest, event);
      return;
    case 'order_ended':
      hashOrderEnded(digest, event);
      return;
    case 'traded':
      hashTraded(digest, event);
      return;
    case 'candle_closed':
      digest.choice(4);
      addCandle(digest, event);
      return;
    case 'rejected':
      digest.choice(5);
      addRejected(digest, event);
      return;
    case 'request_repeated':
      digest.choice(6);
      addRepeated(digest, event);
      return;
    case 'credited':
      digest.choice(7);
      addMovement(digest, event);
      return;
    case 'cause_repeated':
      digest.choice(8);
      digest.text(event.command);
      digest.text(event.source);
      digest.number(event.n);
      return;
    case 'currency_listed':
      digest.choice(9);
      digest.number(event.currency);
      digest.text(event.code);
      digest.number(event.decimals);
      addAudited(digest, event);
      return;
    case 'market_listed':
      digest.choice(10);
      addMarket(digest, event);
      return;
    case 'market_state_changed':
      digest.choice(31);
      digest.number(event.market);
      digest.text(event.before);
      digest.text(event.after);
      addAudited(digest, event);
      return;
    case 'market_settings_changed':
      digest.choice(32);
      digest.number(event.market);
      addSettings(digest, event.before);
      addSettings(digest, event.after);
      addAudited(digest, event);
      return;
    case 'fee_tier_set':
      digest.choice(33);
      digest.number(event.market);
      digest.number(event.tier);
      addRates(digest, event.before);
      addRates(digest, event.after);
      addAudited(digest, event);
      return;
    case 'user_fee_tier_set':
      digest.choice(34);
      digest.number(event.user);
      digest.number(event.before);
      digest.number(event.after);
      addAudited(digest, event);
      return;
    case 'user_fees_set':
      digest.choice(35);
      digest.number(event.user);
      addOptionalNumber(digest, event.market);
      addRates(digest, event.before);
      addRates(digest, event.after);
      addAudited(digest, event);
      return;
    case 'orders_cancelled':
      digest.choice(11);
      digest.number(event.user);
      addOptionalNumber(digest, event.market);
      addOptional(digest, event.side);
      digest.number(event.cancelled);
      digest.choice(event.more ? 1 : 0);
      return;
    case 'debited':
      digest.choice(12);
      addMovement(digest, event);
      return;
    case 'transferred':
      digest.choice(13);
      digest.number(event.user);
      digest.number(event.currency);
      digest.number(event.amount);
      digest.number(event.from);
      digest.number(event.to);
      return;
    case 'venue_transferred':
      digest.choice(14);
      addVenueTransfer(digest, event);
      return;
    case 'held':
      digest.choice(15);
      digest.text(event.kind);
      addMovement(digest, event);
      return;
    case 'hold_settled':
      digest.choice(16);
      digest.text(event.kind);
      addMovement(digest, event);
      digest.number(event.receiver);
      digest.number(event.receiverType);
      digest.number(event.fee);
      return;
    case 'hold_released':
      digest.choice(17);
      digest.text(event.kind);
      addMovement(digest, event);
      return;
    case 'order_replaced':
      digest.choice(18);
      digest.number(event.user);
      digest.number(event.market);
      digest.number(event.order);
      digest.number(event.by);
      return;
    case 'order_reduced':
      digest.choice(19);
      addReduced(digest, event);
      return;
    case 'index_configured':
      digest.choice(24);
      addIndexConfigured(digest, event);
      return;
    case 'index_updated':
      digest.choice(25);
      addIndexUpdated(digest, event);
      return;
    case 'order_triggered':
      digest.choice(26);
      digest.number(event.order);
      digest.number(event.user);
      digest.number(event.market);
      addSide(digest, event.side);
      digest.number(event.stopPrice);
      digest.number(event.trade);
      digest.number(event.tradePrice);
      return;
    default:
      assertNever(event);
  }
}

/** What a posting with an outside cause says about one account. */
function addMovement(digest: Digest, event: Credited | Debited | OpenHold): void {
  digest.number(event.user);
  digest.number(event.accountType);
  digest.number(event.currency);
  digest.number(event.amount);
  digest.text(event.source);
  digest.number(event.n);
}

function addVenueTransfer(digest: Digest, event: VenueTransferred): void {
  digest.number(event.from);
  digest.number(event.toUser);
  digest.number(event.to);
  digest.number(event.currency);
  digest.number(event.amount);
  digest.number(event.operator);
  digest.text(event.cause);
  digest.text(event.source);
  digest.number(event.n);
}

function addReduced(digest: Digest, event: OrderReduced): void {
  digest.number(event.order);
  digest.number(event.user);
  digest.number(event.market);
  addSide(digest, event.side);
  digest.number(event.price);
  digest.number(event.quantity);
  digest.number(event.filled);
  digest.number(event.reduced);
  digest.number(event.released);
}

function addCandle(digest: Digest, event: CandleClosed): void {
  digest.number(event.market);
  digest.number(event.openTimeMs);
  digest.number(event.open);
  digest.number(event.high);
  digest.number(event.low);
  digest.number(event.close);
  digest.number(event.volume);
  digest.number(event.quoteVolume);
  digest.number(event.trades);
}

function addMarket(digest: Digest, event: MarketListed): void {
  digest.number(event.market);
  digest.number(event.base);
  digest.number(event.quote);
  digest.number(event.priceDecimals);
  digest.number(event.tickPoints);
  digest.number(event.amountDecimals);
  digest.number(event.lotPoints);
  addSettings(digest, event);
  addRates(digest, event);
  digest.text(event.state);
  digest.number(event.baseUnitsPerLot);
  digest.number(event.quoteUnitsPerTickLot);
  addAudited(digest, event);
}

function addSettings(digest: Digest, settings: MarketSettings): void {
  digest.number(settings.priceStep);
  digest.number(settings.quantityStep);
  digest.number(settings.minNotional);
  digest.number(settings.marketSlippagePpm);
  addOptionalNumber(digest, settings.priceBandPpm);
  digest.number(settings.maxOpenOrders);
  digest.text(settings.selfTradePrevention);
  digest.choice(settings.sellBlocked ? 1 : 0);
}

function addRates(digest: Digest, rates: FeeRates | null): void {
  digest.choice(rates === null ? -1 : 1);
  if (rates === null) return;
  digest.number(rates.makerFeePpm);
  digest.number(rates.takerFeePpm);
}

function addAudited(digest: Digest, { operator, cause }: Audited): void {
  digest.number(operator);
  digest.text(cause);
}

function addIndexConfigured(digest: Digest, event: IndexConfigured): void {
  digest.number(event.asset);
  digest.number(event.version);
  digest.number(event.decimals);
  digest.number(event.sources.length);
  for (const source of event.sources) digest.text(source);
  digest.number(event.minSources);
  digest.number(event.maxDeviationPpm);
  digest.number(event.stalenessMs);
  digest.number(event.operator);
  digest.text(event.cause);
}

function addIndexUpdated(digest: Digest, { tick, assets }: IndexUpdated): void {
  addOptional(digest, tick?.source ?? null);
  if (tick !== null) digest.number(tick.observedAtMs);
  digest.number(assets.length);
  for (const { asset, version, observed, price, live, leftOut } of assets) {
    digest.number(asset);
    digest.number(version);
    addOptionalNumber(digest, observed);
    addOptionalNumber(digest, price);
    digest.number(live);
    digest.number(leftOut.length);
    for (const { source, reason } of leftOut) {
      digest.text(source);
      digest.text(reason);
    }
  }
}

function addRejected(digest: Digest, event: Rejected): void {
  digest.text(event.command);
  // A user who cannot be may be no safe integer; its text always tells it apart.
  digest.text(String(event.user));
  addRejection(digest, event.rejection);
}

function addRepeated(digest: Digest, event: RequestRepeated): void {
  digest.number(event.user);
  digest.text(event.requestKey);
  digest.number(event.firstSequence);
  digest.text(event.first.type);
  const { first } = event;
  switch (first.type) {
    case 'order':
      digest.number(first.order);
      return;
    case 'orders':
      digest.number(first.cancelled);
      digest.choice(first.more ? 1 : 0);
      return;
    case 'transfer':
      return;
    case 'rejected':
      addRejection(digest, first.rejection);
      return;
    default:
      assertNever(first);
  }
}

/** Refusals differ in their figures and are rare, so theirs are added by name, whatever they are. */
function addRejection(digest: Digest, rejection: Rejection): void {
  for (const [name, figure] of Object.entries(rejection) as [string, string | number][]) {
    digest.text(name);
    digest.text(String(figure));
  }
}

function addSide(digest: Digest, side: Side): void {
  digest.choice(side === 'buy' ? 1 : 2);
}

function addOptional(digest: Digest, text: string | null): void {
  if (text === null) digest.choice(-1);
  else digest.text(text);
}

function addOptionalNumber(digest: Digest, figure: number | null): void {
  digest.choice(figure === null ? -1 : 1);
  if (figure !== null) digest.number(figure);
}
