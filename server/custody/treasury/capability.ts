import type { Work } from '../../ground/background/index.ts';
import type { Signer } from '../signer/index.ts';
import { registerTreasury, type TreasuryConsoleParts } from './console.ts';
import { addDemoLimits } from './demo-limits.ts';
import { Sweeper } from './sweeper.ts';
import { migrations } from './migrations/index.ts';
import { treasuryPrivileges } from './tables.ts';
import type { With } from '../../ground/parts.ts';

type TreasuryParts = With<'background' | 'chains' | 'db' | 'log' | 'now' | 'signer' | 'views'>;

type Preparation = With<'chains' | 'db' | 'demo'>;

const everyMs = 60_000;

/** Moves coins between the wallets of the exchange: deposit addresses, the hot wallets and the cold ones. */
export const treasury = {
  tables: treasuryPrivileges,
  migrations,
  login: 'custody' as const,
  prepare: async ({ chains, db, demo }: Preparation): Promise<void> => {
    if (demo) await addDemoLimits(db, chains.protocols);
  },
  open: ({ signer, ...parts }: TreasuryParts) => {
    const rounds = signer === null ? null : new SweepRounds({ ...parts, signer });
    return {
      console: (own: Omit<TreasuryConsoleParts, 'rounds'>): void => {
        registerTreasury({ ...own, rounds });
      },
    };
  },
};

/** The rounds of all chains. A chain that does not answer keeps no other back. */
class SweepRounds {
  readonly sweepers: readonly Sweeper[];
  readonly #works: readonly Work[];

  constructor(parts: Omit<TreasuryParts, 'signer'> & { readonly signer: Signer }) {
    this.sweepers = parts.chains.chains.map((chain) => new Sweeper({ ...parts, chain }));
    this.#works = this.sweepers.map((sweeper) =>
      parts.background.work(`treasury: move coins on ${sweeper.chain.code}`, { everyMs }, () => sweeper.step()),
    );
  }

  /** Looks at all chains now, after the rounds that run. */
  async run(): Promise<void> {
    await Promise.all(this.#works.map(async (work) => work.run()));
  }
}
