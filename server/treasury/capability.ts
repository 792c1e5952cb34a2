import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { ChainUnavailable, type VenueChains } from '../chains/index.ts';
import type { Schema } from '../database/index.ts';
import type { Views } from '../feed/index.ts';
import { type Signer, SignerUnavailable } from '../signer/index.ts';
import { registerTreasury, type TreasuryConsoleParts } from './console.ts';
import { addDemoLimits } from './demo-limits.ts';
import { Sweeper } from './sweeper.ts';

interface TreasuryParts {
  readonly chains: VenueChains;
  readonly db: Kysely<Schema>;
  readonly log: Logger;
  readonly now: () => number;
  readonly signer: Signer | null;
  readonly views: Views;
}

interface Preparation {
  readonly chains: VenueChains;
  readonly db: Kysely<Schema>;
  readonly demo: boolean;
}

const everyMs = 60_000;

const rounds = new WeakMap<VenueChains, SweepRounds>();

/** Moves coins between the wallets of the exchange: deposit addresses, the hot wallets and the cold ones. */
export const treasury = {
  prepare: async ({ chains, db, demo }: Preparation): Promise<void> => {
    if (demo) await addDemoLimits(db, chains.protocols);
  },
  register: ({ signer, ...parts }: TreasuryParts): void => {
    if (signer !== null) rounds.set(parts.chains, new SweepRounds({ ...parts, signer }));
  },
  console: (parts: Omit<TreasuryConsoleParts, 'rounds'>): void => {
    registerTreasury({ ...parts, rounds: rounds.get(parts.chains) ?? null });
  },
  start: ({ chains }: TreasuryParts) => {
    const known = rounds.get(chains);
    const timer = setInterval(() => void known?.run(), everyMs);
    return async (): Promise<void> => {
      clearInterval(timer);
      await known?.stop();
    };
  },
};

/** Rounds of all chains, one after the other. */
class SweepRounds {
  readonly sweepers: readonly Sweeper[];
  readonly #log: Logger;
  #round: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(parts: Omit<TreasuryParts, 'signer'> & { readonly signer: Signer }) {
    this.#log = parts.log;
    this.sweepers = parts.chains.chains.map((chain) => new Sweeper({ ...parts, chain }));
  }

  /** Looks at all chains, after the round that runs. A chain that does not answer is left out. */
  async run(): Promise<void> {
    this.#round = this.#round.then(async () => (this.#isStopped ? undefined : this.#all()));
    await this.#round;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#round;
  }

  async #all(): Promise<void> {
    for (const sweeper of this.sweepers) {
      try {
        await sweeper.step();
      } catch (error) {
        const about = { chain: sweeper.chain.code, err: error };
        const isAway = error instanceof ChainUnavailable || error instanceof SignerUnavailable;
        if (isAway) this.#log.warn(about, 'coins of a chain cannot be moved now');
        else this.#log.error(about, 'coins of a chain cannot be moved');
      }
    }
  }
}
