import { Exchange, type Command, type Event } from '@bourse/engine';
import type { Committed } from '../../ground/core/index.ts';
import { Views, type Market } from '../../ground/feed/index.ts';
import { IndexPriceView, indexPrices, missingDemoIndices } from '../../trading/index-price/index.ts';
import { demoListing } from '../../trading/markets/index.ts';
import { createBitcoinPath, type BitcoinPath } from './bitcoin-path.ts';
import { botViewsOf } from './bots.ts';
import type { FundCounter } from './funding.ts';
import { loadRecording } from './recording.ts';
import { createSimulator, type Simulator } from './simulator.ts';
import type { With } from '../../ground/parts.ts';

/** A complete venue in memory for tests: a real exchange and real views, with a clock and bots that the test steps. */
export interface SimulatedVenue extends With<'views'> {
  readonly exchange: Exchange;
  readonly bitcoin: BitcoinPath;
  readonly simulator: Simulator;
  readonly fundCounter: FundCounter;
  readonly warnings: object[];
  /** The current time in epoch milliseconds. */
  nowMs(): number;
  submit(command: Command): Promise<Committed>;
  markets(): readonly Market[];
  /** Runs the bots whenever they are due, until this much time has passed. */
  pass(ms: number): Promise<void>;
  /** Advances time without running bots, as while the process is down. */
  standStill(ms: number): void;
  /** Replaces the bots by new ones on the same exchange, as a restart of the process does. */
  restart(): Promise<void>;
}

export interface VenueOptions {
  readonly seed: number;
  readonly firstStartMs?: number;
  readonly commandsPerSecond?: number;
  /** False leaves the books empty until the bots run. */
  readonly open?: boolean;
  /** Called with every command and its events. */
  readonly onCommand?: (committed: Committed) => void;
  /** Returns an error to reject a command in place of the exchange. */
  readonly refuse?: (command: Command) => Error | null;
}

export async function openVenue(options: VenueOptions): Promise<SimulatedVenue> {
  const firstStartMs = options.firstStartMs ?? Date.UTC(2026, 9, 10, 11, 12, 13);
  let nowMs = firstStartMs;
  const exchange = new Exchange();
  const views = new Views(exchange, new Map(), new Map());
  indexPrices.add(views, new IndexPriceView(exchange.indexPrices(), []));
  const bitcoin = createBitcoinPath(loadRecording(), firstStartMs);
  const warnings: object[] = [];
  let lastFund = 0;
  const fundCounter: FundCounter = {
    read: () => Promise.resolve(lastFund),
    record: (n) => {
      lastFund = n;
      return Promise.resolve();
    },
  };

  const submit = (command: Command): Promise<Committed> => {
    const refusal = options.refuse?.(command) ?? null;
    if (refusal !== null) return Promise.reject(refusal);
    const events: Event[] = [];
    const outcome = exchange.apply(exchange.sequence + 1, nowMs, command, events);
    const committed = { sequence: exchange.sequence, timeMs: exchange.timeMs, command, events, outcome };
    views.apply([committed]);
    options.onCommand?.(committed);
    return Promise.resolve(committed);
  };
  for (const command of demoListing()) await submit(command);
  for (const command of missingDemoIndices(demoListing(), [])) await submit(command);

  const startBots = (seed: number): Simulator =>
    createSimulator({
      bitcoin,
      markets: views.listings.markets(),
      port: { submit },
      views: botViewsOf(views),
      fundCounter,
      clock: () => nowMs,
      log: { info: () => undefined, warn: (fields) => warnings.push(fields) },
      seed,
      commandsPerSecond: options.commandsPerSecond ?? 100,
    });
  let simulator = startBots(options.seed);
  if (options.open !== false) await open();

  async function open(): Promise<void> {
    await simulator.fill();
    await simulator.open();
  }

  return {
    exchange,
    views,
    bitcoin,
    fundCounter,
    warnings,
    get simulator() {
      return simulator;
    },
    nowMs: () => nowMs,
    submit,
    markets: () => views.listings.markets(),
    async pass(ms) {
      const untilMs = nowMs + ms;
      while (nowMs < untilMs) {
        const pauseMs = Math.max(20, simulator.step());
        await answered();
        nowMs = Math.min(untilMs, nowMs + Math.ceil(pauseMs));
      }
    },
    standStill(ms) {
      nowMs += ms;
    },
    async restart() {
      await simulator.stop();
      simulator = startBots(options.seed + 1);
      await open();
    },
  };
}

/** Lets promise callbacks of answered commands run. */
async function answered(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
