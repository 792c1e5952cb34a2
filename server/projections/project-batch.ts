import { assertNever } from '@bourse/engine';
import type { Currency, Event, Market, MarketId } from '@bourse/engine';
import { AccountLog, accountLogTable } from './account-log.ts';
import type { AccountLogRow, Pair } from './account-log.ts';
import { candleRow, candlesTable } from './candles.ts';
import type { CandleRow } from './candles.ts';
import { indexConfigurationRow, indexConfigurationsTable, indexTickRow, indexTicksTable } from './index-ticks.ts';
import type { IndexConfigurationRow, IndexTickRow } from './index-ticks.ts';
import { currenciesTable, currencyRow, marketRow, marketsTable } from './listings.ts';
import type { CurrencyRow, MarketRow } from './listings.ts';
import { holdRow, holdsTable } from './holds.ts';
import type { HoldRow } from './holds.ts';
import { orderRow, ordersTable } from './orders.ts';
import type { OrderRow } from './orders.ts';
import { settingsLogRow, settingsLogTable } from './settings-log.ts';
import type { SettingsLogRow } from './settings-log.ts';
import type { Table } from './table.ts';
import { tradeRow, tradesTable } from './trades.ts';
import type { TradeRow } from './trades.ts';
import { venueTransferRow, venueTransfersTable } from './venue-transfers.ts';
import type { VenueTransferRow } from './venue-transfers.ts';

/** What one command led to. */
export interface Decided {
  readonly sequence: number;
  readonly timeMs: number;
  readonly events: readonly Event[];
}

/** The rows that one batch adds to each projected table. */
export interface ProjectedRows {
  readonly currencies: readonly CurrencyRow[];
  readonly markets: readonly MarketRow[];
  readonly orders: readonly OrderRow[];
  readonly trades: readonly TradeRow[];
  readonly candles: readonly CandleRow[];
  readonly account_log: readonly AccountLogRow[];
  readonly holds: readonly HoldRow[];
  readonly venue_transfers: readonly VenueTransferRow[];
  readonly index_configurations: readonly IndexConfigurationRow[];
  readonly index_ticks: readonly IndexTickRow[];
  readonly settings_log: readonly SettingsLogRow[];
}

/** Every projected table, in the order of the statement. */
export const projectedTables = {
  currencies: currenciesTable,
  markets: marketsTable,
  orders: ordersTable,
  trades: tradesTable,
  candles: candlesTable,
  account_log: accountLogTable,
  holds: holdsTable,
  venue_transfers: venueTransfersTable,
  index_configurations: indexConfigurationsTable,
  index_ticks: indexTicksTable,
  settings_log: settingsLogTable,
} as const satisfies Record<keyof ProjectedRows, Table>;

/**
 * Turns the events of one batch into rows, command by command, so that the work is done while the batch before is being
 * committed. What comes out depends on nothing but the events and the markets listed before them.
 */
export class BatchProjection {
  readonly #pairs: Map<MarketId, Pair>;
  readonly #currencies: CurrencyRow[] = [];
  readonly #markets: MarketRow[] = [];
  readonly #orders: OrderRow[] = [];
  readonly #trades: TradeRow[] = [];
  readonly #candles: CandleRow[] = [];
  readonly #log = new AccountLog();
  readonly #holds: HoldRow[] = [];
  readonly #venueTransfers: VenueTransferRow[] = [];
  readonly #indexConfigurations: IndexConfigurationRow[] = [];
  readonly #indexTicks: IndexTickRow[] = [];
  readonly #settings: SettingsLogRow[] = [];
  #lastSequence = 0;

  /** `pairs` knows the markets listed so far and learns those that this batch lists. */
  constructor(pairs: Map<MarketId, Pair>) {
    this.#pairs = pairs;
  }

  /** Adds what one command led to. Throws an Error when a trade names a market that was never listed. */
  add(command: Decided): void {
    for (const event of command.events) this.#addEvent(event, command);
    this.#log.commandOver();
    this.#lastSequence = command.sequence;
  }

  /** Adds a currency that is listed. */
  addCurrency(listed: Currency): void {
    this.#currencies.push(currencyRow(listed));
  }

  /** Adds a market that is listed, and learns what its trades move. */
  addMarket(listed: Market): void {
    this.#markets.push(marketRow(listed));
    this.#pairs.set(listed.market, { base: listed.base, quote: listed.quote });
  }

  /** Closes the batch under its number and gives its rows. */
  finish(batchId: number): ProjectedRows {
    return {
      currencies: this.#currencies,
      markets: this.#markets,
      orders: this.#orders,
      trades: this.#trades,
      candles: this.#candles,
      account_log: this.#log.finish(batchId, this.#lastSequence),
      holds: this.#holds,
      venue_transfers: this.#venueTransfers,
      index_configurations: this.#indexConfigurations,
      index_ticks: this.#indexTicks,
      settings_log: this.#settings,
    };
  }

  #addEvent(event: Event, { sequence, timeMs }: Decided): void {
    switch (event.type) {
      case 'currency_listed':
        this.addCurrency(event);
        this.#settings.push(settingsLogRow(event, sequence, timeMs));
        return;
      case 'market_listed':
        this.addMarket(event);
        this.#settings.push(settingsLogRow(event, sequence, timeMs));
        return;
      case 'market_state_changed':
      case 'market_settings_changed':
      case 'fee_tier_set':
      case 'user_fee_tier_set':
      case 'user_fees_set':
        this.#settings.push(settingsLogRow(event, sequence, timeMs));
        return;
      case 'credited':
        this.#log.credited(event, sequence);
        return;
      case 'debited':
        this.#log.debited(event, sequence);
        return;
      case 'transferred':
        this.#log.transferred(event, sequence);
        return;
      case 'venue_transferred':
        this.#venueTransfers.push(venueTransferRow(event, sequence, timeMs));
        this.#log.venueTransferred(event, sequence);
        return;
      case 'hold_settled':
        this.#log.holdSettled(event, sequence);
        this.#holds.push(holdRow(event, sequence, timeMs));
        return;
      case 'held':
      case 'hold_released':
        this.#holds.push(holdRow(event, sequence, timeMs));
        return;
      case 'traded':
        this.#trades.push(tradeRow(event, sequence, timeMs));
        this.#log.traded(event, this.#pairOf(event.market), sequence);
        return;
      case 'order_ended': {
        const row = orderRow(event, sequence, timeMs);
        if (row !== null) this.#orders.push(row);
        return;
      }
      case 'candle_closed':
        this.#candles.push(candleRow(event));
        return;
      case 'index_configured':
        this.#indexConfigurations.push(indexConfigurationRow(event, sequence, timeMs));
        return;
      case 'index_updated': {
        const before = this.#indexTicks.at(-1);
        const n = before?.sequence === sequence ? before.n + 1 : 1;
        this.#indexTicks.push(indexTickRow(event, sequence, n, timeMs));
        return;
      }
      case 'order_accepted':
      case 'order_triggered':
      case 'order_replaced':
      case 'order_reduced':
      case 'orders_cancelled':
      case 'cause_repeated':
      case 'rejected':
      case 'request_repeated':
        // Nothing that a table keeps: open orders are read from the views, refusals from the answer.
        return;
      default:
        assertNever(event);
    }
  }

  #pairOf(market: MarketId): Pair {
    const pair = this.#pairs.get(market);
    if (pair === undefined) throw new Error(`Market ${market} traded but was never listed.`);
    return pair;
  }
}
