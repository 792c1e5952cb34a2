import { setTimeout as pause } from 'node:timers/promises';
import { tapeLength } from '@bourse/contract/markets';
import type { Pool } from 'pg';
import type { Core } from '../../ground/core/index.ts';
import type { Market, Views } from '../../ground/feed/index.ts';
import { createBitcoinPath, minuteMs } from './bitcoin-path.ts';
import { botViewsOf } from './bots.ts';
import type { SimulatorLog } from './command-sender.ts';
import { extendHistory, historyEnds } from './extend-history.ts';
import { importHistory, type Listing } from './import-history.ts';
import { pastTrades } from './past-trades.ts';
import { loadRecording } from './recording.ts';
import { createFundCounter, readPathOrigin } from './simulator-state.ts';
import { createSimulator, type Simulator } from './simulator.ts';
import type { TradedMarket } from './traded-market.ts';

/** A running simulator. */
export interface RunningSimulator {
  /**
   * Stops the bots while the exchange still answers. Their quotes stay in the book and are reused by the next start.
   */
  stop(): Promise<void>;
}

/**
 * Imports the history of every listed market that has none yet. Call it before the views are built, because they read
 * the history, and before `startSimulator`. The first start takes a few seconds.
 *
 * @param database connections of the role `bourse_app`
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
  const { anchorMs, secret } = await readPathOrigin(database, startedAtMs);
  const bitcoin = createBitcoinPath(loadRecording(), anchorMs, secret);
  const markets = await importHistory(database, bitcoin, listing, startedAtMs);
  if (markets > 0) log.info({ markets, ms: clock() - startedAtMs }, 'simulator: the market history was imported');
}

/**
 * Starts the bots: makers that quote every market around its path, and takers that trade with them and with users.
 * Without any trades yet, it first extends the history to the present, in the database and in the views. Resolves when
 * every market is quoted on both sides and has traded, unless the exchange does not accept that; visitors are let in
 * after it. The bots are ordinary clients of the exchange: they wait while it is closed or busy, and they reuse the
 * quotes that the last run left in the book. Call it after the markets are listed; the exchange may be open or closed.
 *
 * @param markets the committed listing; unknown markets are not traded
 * @param commandsPerSecond over all bots, on average; 100 if absent
 * @param seed of the bots' random numbers; if absent, derived from the clock
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
  const { anchorMs, secret } = await readPathOrigin(database, clock());
  const bitcoin = createBitcoinPath(loadRecording(), anchorMs, secret);
  const simulator = createSimulator({
    bitcoin,
    markets,
    port: core,
    views: botViewsOf(views),
    fundCounter: createFundCounter(database),
    clock,
    log,
    seed: options.seed ?? clock() % 2 ** 31,
    commandsPerSecond: options.commandsPerSecond ?? 100,
  });
  const accepts = (): boolean => core.status().open && !core.status().cancelOnly;
  if (accepts()) await simulator.fill();
  // If the first trades may fall into the next minute, the current minute belongs to the history; otherwise the chart
  // would have a gap.
  const takeover = (): number => Math.floor((clock() + firstTradesWithinMs) / minuteMs) * minuteMs;
  let untilMs = 0;
  while (untilMs < takeover()) {
    untilMs = takeover();
    const added = await extendHistory(database, bitcoin, markets, untilMs);
    for (const [market, minutes] of added) views.recordPast(market, minutes);
  }
  await showPastTrades(database, views, simulator);
  if (untilMs > clock()) await pause(untilMs - clock());
  if (accepts()) await simulator.open();
  const unready = simulator.markets.filter((market) => !isReady(views, market)).map(({ symbol }) => symbol);
  if (unready.length > 0) log.warn({ unready }, 'simulator: some markets are not quoted yet');
  log.info({ markets: simulator.markets.length }, 'simulator: trading starts');
  const step = (): number => {
    try {
      return accepts() ? simulator.step() : waitUntilOpenMs;
    } catch (error) {
      // The exchange is more important than the demo's liquidity, so an error in a bot is logged and does not stop it.
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

/** Fills the tape of markets with few trades by those that the imported candles summarize. */
async function showPastTrades(database: Pool, views: Views, { markets }: Simulator): Promise<void> {
  const ends = await historyEnds(database);
  for (const { id, path, character } of markets) {
    const { tape, market } = views.market(id);
    const untilMs = ends.get(id);
    const missing = tapeLength - tape.latest().length;
    if (untilMs === undefined || missing <= 0) continue;
    tape.precede(pastTrades({ ...market, path, character }, untilMs, missing));
  }
}

/** Whether an open market has depth on both sides, or on the one that can be traded, and a full tape. */
function isReady(views: Views, { id, sellBlocked }: TradedMarket): boolean {
  const { depth, tape, market } = views.market(id);
  if (market.state !== 'open') return true;
  const { bids, asks } = depth.top(fewestLevels);
  return (
    bids.length === fewestLevels && (sellBlocked || asks.length === fewestLevels) && tape.latest().length === tapeLength
  );
}

// The makers quote about eighty levels; some may be on one price.
const fewestLevels = 40;
const firstTradesWithinMs = 500;
const waitUntilOpenMs = 500;
// Actions that are due within this time share a commit.
const minPauseMs = 20;
const maxPauseMs = 1_000;

/** Calls `step` repeatedly, each time after the pause that it returned. Returns a function that stops the loop. */
function repeat(step: () => number): () => void {
  let timer = setTimeout(turn, 0);
  function turn(): void {
    timer = setTimeout(turn, Math.min(maxPauseMs, Math.max(minPauseMs, step())));
  }
  return () => {
    clearTimeout(timer);
  };
}
