import type { Market } from '../../ground/feed/index.ts';
import type { BitcoinPath } from './bitcoin-path.ts';
import type { BotViews } from './bots.ts';
import { CommandSender, type CommandPort, type SenderCounts, type SimulatorLog } from './command-sender.ts';
import { Funding, fundTargets, type FundCounter } from './funding.ts';
import { IndexSources } from './index-source.ts';
import { Makers } from './makers.ts';
import { createRandom, hashBits, hashName } from './seeded-noise.ts';
import { Takers } from './takers.ts';
import { tradedMarket, type TradedMarket } from './traded-market.ts';

/** Dependencies of the bots. Time and seed are included, so that tests can step them. */
export interface SimulatorParts {
  readonly bitcoin: BitcoinPath;
  readonly markets: readonly Market[];
  readonly port: CommandPort;
  readonly views: BotViews;
  readonly fundCounter: FundCounter;
  /** The current time in epoch milliseconds. */
  readonly clock: () => number;
  readonly log: SimulatorLog;
  readonly seed: number;
  /** Over all bots and markets, on average. */
  readonly commandsPerSecond: number;
}

/** The bots of all markets. They act only during `step`. */
export interface Simulator {
  readonly markets: readonly TradedMarket[];
  /** Funds the bots and quotes every market, one after the other; resolves when the exchange has answered. */
  fill(): Promise<void>;
  /** Makes the first trades of every market; resolves when the exchange has answered. */
  open(): Promise<void>;
  /** Runs everything that is due. Returns the milliseconds until the next step. */
  step(): number;
  counts(): SenderCounts;
  /** Stops sending, and resolves when all sent commands are answered and recorded. */
  stop(): Promise<void>;
}

interface Actor {
  dueMs: number;
  /** Acts, and returns the milliseconds until the next action. */
  act(nowMs: number): number;
}

// Enough to fund all bots and fill all books in the first seconds of an empty exchange.
const commandsAtStart = 4_000;
const fundEveryMs = 5_000;

export function createSimulator(parts: SimulatorParts): Simulator {
  const { bitcoin, port, views, clock, log, seed } = parts;
  const startMs = clock();
  const markets = parts.markets.flatMap((market) => tradedMarket(market, bitcoin) ?? []);
  const sender = new CommandSender(port, clock, log, { perSecond: parts.commandsPerSecond, atOnce: commandsAtStart });
  const funding = new Funding(sender, views, parts.fundCounter, fundTargets(markets, startMs));

  const sources = new IndexSources(markets, sender, views);
  const actors: Actor[] = [
    { dueMs: startMs, act: (nowMs) => sources.observe(nowMs) },
    {
      dueMs: startMs,
      act: () => {
        funding.topUp().catch((error: unknown) => {
          log.warn({ error: String(error) }, 'simulator: funding the bots failed');
        });
        return fundEveryMs;
      },
    },
  ];
  const bots = markets.map((market) => {
    const random = createRandom(hashBits(seed, hashName(market.symbol)));
    const makers = new Makers(market, { sender, views, funding, random }, startMs);
    if (market.sellBlocked) return { makers, takers: null };
    return {
      makers,
      takers: new Takers(market, { sender, views, funding, random: createRandom(random.unit() * 2 ** 32) }),
    };
  });
  for (const [index, { makers, takers }] of bots.entries()) {
    // Staggers the first actions of the markets.
    actors.push({ dueMs: startMs + 300 + index * 60, act: (nowMs) => makers.look(nowMs) });
    if (takers !== null) actors.push({ dueMs: startMs + 350 + index * 60, act: (nowMs) => takers.act(nowMs) });
  }

  return {
    markets,
    async fill() {
      await funding.topUp();
      for (const { makers } of bots) await makers.fill(clock);
    },
    async open() {
      await Promise.all(bots.map(async ({ takers }) => takers?.open(clock())));
    },
    step() {
      const nowMs = clock();
      for (const actor of actors) {
        // After the machine was suspended, an overdue actor acts only once.
        if (actor.dueMs <= nowMs) actor.dueMs = nowMs + actor.act(nowMs);
      }
      return Math.max(0, Math.min(...actors.map(({ dueMs }) => dueMs)) - nowMs);
    },
    counts: () => sender.counts,
    async stop() {
      await sender.close();
      await funding.settled();
    },
  };
}
