import type { Market } from '../feed/index.ts';
import type { BitcoinPath } from './bitcoin-path.ts';
import type { BotViews } from './bots.ts';
import { CommandSender, type CommandPort, type SenderCounts, type SimulatorLog } from './command-sender.ts';
import { Funding, fundTargets, type FundCounter } from './funding.ts';
import { IndexSource } from './index-source.ts';
import { Makers } from './makers.ts';
import { createRandom, hashBits, hashName } from './seeded-noise.ts';
import { Takers } from './takers.ts';
import { tradedMarket, type TradedMarket } from './traded-market.ts';

/** What the bots need; everything is handed in, time and chance included, so that a test can drive them by hand. */
export interface SimulatorParts {
  readonly bitcoin: BitcoinPath;
  readonly markets: readonly Market[];
  readonly port: CommandPort;
  readonly views: BotViews;
  readonly fundCounter: FundCounter;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly log: SimulatorLog;
  readonly seed: number;
  /** Over all bots and markets, on average. */
  readonly commandsPerSecond: number;
}

/** All bots of all markets. Nothing happens between two steps. */
export interface Simulator {
  readonly markets: readonly TradedMarket[];
  /** Does everything that is due at the clock's time. Answers in how many milliseconds something is due again. */
  step(): number;
  figures(): SenderCounts;
  /** Sends nothing more, and resolves when what was sent has been answered and recorded. */
  stop(): Promise<void>;
}

interface Actor {
  dueMs: number;
  /** Acts, and answers after how many milliseconds to act again. */
  act(nowMs: number): number;
}

// Enough to fund all bots and to fill all books in the first seconds of an empty exchange.
const commandsAtStart = 4_000;
const fundEveryMs = 5_000;

/** So long after the start the takers begin to trade. */
export const firstTradesAfterMs = 3_000;

export function createSimulator(parts: SimulatorParts): Simulator {
  const { bitcoin, port, views, clock, log, seed } = parts;
  const startMs = clock();
  const markets = parts.markets.flatMap((market) => tradedMarket(market, bitcoin) ?? []);
  const sender = new CommandSender(port, clock, log, { perSecond: parts.commandsPerSecond, atOnce: commandsAtStart });
  const funding = new Funding(sender, views, parts.fundCounter, fundTargets(markets, startMs));

  const source = new IndexSource(markets, sender, views);
  const actors: Actor[] = [
    { dueMs: startMs, act: (nowMs) => source.observe(nowMs) },
    {
      dueMs: startMs,
      act: () => {
        funding.topUp().catch((error: unknown) => {
          log.warn({ error: String(error) }, 'simulator: the bots could not be funded');
        });
        return fundEveryMs;
      },
    },
  ];
  for (const [index, market] of markets.entries()) {
    const random = createRandom(hashBits(seed, hashName(market.symbol)));
    const makers = new Makers(market, { sender, views, funding, random }, startMs);
    // Books fill one after the other, the first market first.
    actors.push({ dueMs: startMs + 300 + index * 60, act: (nowMs) => makers.look(nowMs) });
    if (!market.sellBlocked) {
      const takers = new Takers(market, { sender, views, funding, random: createRandom(random.unit() * 2 ** 32) });
      actors.push({ dueMs: startMs + firstTradesAfterMs + index * 90, act: (nowMs) => takers.act(nowMs) });
    }
  }

  return {
    markets,
    step() {
      const nowMs = clock();
      for (const actor of actors) {
        // Whoever overslept (the machine was suspended) acts once and goes on from now.
        if (actor.dueMs <= nowMs) actor.dueMs = nowMs + actor.act(nowMs);
      }
      return Math.max(0, Math.min(...actors.map(({ dueMs }) => dueMs)) - nowMs);
    },
    figures: () => sender.figures,
    async stop() {
      await sender.close();
      await funding.settled();
    },
  };
}
