import type { Pool } from 'pg';
import type { Core } from '../core/index.ts';
import type { Market, Views } from '../feed/index.ts';
import { createBitcoinPath, minuteMs } from './bitcoin-path.ts';
import { botViewsOf } from './bots.ts';
import type { SimulatorLog } from './command-sender.ts';
import { extendHistory } from './extend-history.ts';
import { importHistory, type Listing } from './import-history.ts';
import { loadRecording } from './recording.ts';
import { createFundCounter, readAnchor } from './simulator-state.ts';
import { createSimulator, firstTradesAfterMs } from './simulator.ts';

/** A simulator that runs. */
export interface RunningSimulator {
  /** Ends it, while the exchange still answers; quotes stay in the book and are taken up again by the next start. */
  stop(): Promise<void>;
}

/**
 * Fills `market_history` for every market of the listing that has none yet; does nothing when all have. Call it before
 * the views are built, because they read that past, and before `startSimulator`. A first start takes a few seconds.
 *
 * @param database sessions of the role `bourse_app`
 * @param clock epoch milliseconds
 */
export async function prepareMarketHistory(options: {
  readonly database: Pool;
  readonly listing: Listing;
  readonly clock: () => number;
  readonly log: SimulatorLog;
}): Promise<void> {
  const { database, listing, clock, log } = options;
  const startedAtMs = clock();
  const bitcoin = createBitcoinPath(loadRecording(), await readAnchor(database, startedAtMs));
  const markets = await importHistory(database, bitcoin, listing, startedAtMs);
  if (markets > 0) log.info({ markets, ms: clock() - startedAtMs }, 'simulator: the recorded past was imported');
}

/**
 * Starts the bots: makers that quote every market around its path, and takers that trade with them and with people.
 * Where nothing has been traded yet, the recorded past is brought up to this moment first, in the database and in the
 * views. The bots are ordinary clients of the exchange, wait while it is closed or busy, and take up what they left in
 * the book at the last stop. Call it when the markets are listed; the exchange may be open or closed.
 *
 * @param markets those of the committed listing; the simulator trades the ones that it knows
 * @param commandsPerSecond over all bots, on average; 60 when absent
 * @param seed of the bots' chance; when absent, taken from the clock so that no two starts look alike
 */
export async function startSimulator(options: {
  readonly core: Pick<Core, 'submit' | 'status'>;
  readonly views: Views;
  readonly markets: readonly Market[];
  readonly database: Pool;
  readonly clock: () => number;
  readonly log: SimulatorLog;
  readonly commandsPerSecond?: number;
  readonly seed?: number;
}): Promise<RunningSimulator> {
  const { core, views, markets, database, clock, log } = options;
  const bitcoin = createBitcoinPath(loadRecording(), await readAnchor(database, clock()));
  // When the first trades will fall into the next minute, the running one is part of the past, or the chart would keep
  // a hole for ever.
  const takeover = (): number => Math.floor((clock() + firstTradesAfterMs) / minuteMs) * minuteMs;
  for (let untilMs = 0; untilMs < takeover();) {
    untilMs = takeover();
    const added = await extendHistory(database, bitcoin, markets, untilMs);
    for (const [market, minutes] of added) views.recordPast(market, minutes);
  }
  const simulator = createSimulator({
    bitcoin,
    markets,
    port: core,
    views: botViewsOf(views),
    fundCounter: createFundCounter(database),
    clock,
    log,
    seed: options.seed ?? clock() % 2 ** 31,
    commandsPerSecond: options.commandsPerSecond ?? 60,
  });
  log.info({ markets: simulator.markets.length }, 'simulator: trading starts');
  const step = (): number => {
    try {
      const { open, cancelOnly } = core.status();
      return open && !cancelOnly ? simulator.step() : waitUntilOpenMs;
    } catch (error) {
      // The demo's liquidity is never worth the exchange: a fault in a bot is told and leaves everything else running.
      log.warn({ err: error }, 'simulator: a step failed');
      return maxPauseMs;
    }
  };
  const stopSteps = repeat(step);
  return {
    stop: async () => {
      stopSteps();
      await simulator.stop();
    },
  };
}

const waitUntilOpenMs = 500;
// Looks and orders that are due within this time share a commit.
const minPauseMs = 20;
const maxPauseMs = 1_000;

/** Calls `step` again and again, each time after the pause that it answered. What it returns ends that. */
function repeat(step: () => number): () => void {
  let timer = setTimeout(turn, 0);
  function turn(): void {
    timer = setTimeout(turn, Math.min(maxPauseMs, Math.max(minPauseMs, step())));
  }
  return () => {
    clearTimeout(timer);
  };
}
