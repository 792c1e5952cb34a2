import { currencyProtocols } from '@bourse/contract/chains';
import type { Kysely } from 'kysely';
import type { Ending } from '../../ground/endings.ts';
import type { Schema } from '../../ground/database/index.ts';
import { done } from '../../ground/gateway/index.ts';
import { demoCurrencies } from '../../trading/markets/index.ts';
import { type NetworkConsoleParts, registerNetworks } from './console.ts';
import { demoProtocols } from './demo-protocols.ts';
import type { ChainSource, CurrencyProtocol } from './ports.ts';
import { protocolOnWire } from './wire.ts';
import { migrations } from './migrations/index.ts';
import { chainPrivileges } from './tables.ts';
import type { With } from '../../ground/parts.ts';

type Preparation = With<'chains' | 'db' | 'demo'>;

type Registration = With<'chains' | 'gateway' | 'views'>;

interface Sources extends With<'chains' | 'log'> {
  readonly atStop: (end: Ending) => void;
  readonly chainSource: ChainSource | null;
}

/** The networks on which currencies are deposited and withdrawn. */
export const chains = {
  tables: chainPrivileges,
  migrations,
  login: 'custody' as const,
  /** Adds the networks of the demo that are missing. Changes by operators are left alone. */
  prepare: async ({ chains: known, db, demo }: Preparation): Promise<void> => {
    if (demo) await addMissing(db, demoProtocols(demoCurrencies));
    await known.reload();
  },
  /** Without a source, no chain is followed. */
  offers: async ({ atStop, chainSource, chains: known, log }: Sources): Promise<With<'signer'>> => {
    if (chainSource === null) return { signer: null };
    const opened = await chainSource({
      protocols: () => known.protocols,
      isListed: (chain, contract) => known.isListed(chain, contract),
      log,
    });
    atStop(opened.close);
    known.follow(opened.chains);
    return { signer: opened.signer };
  },
  open: ({ chains: known, gateway, views }: Registration) => {
    gateway.visitor(currencyProtocols, () => {
      const listed = known.protocols.filter(({ currency }) => views.listings.findCurrency(currency) !== undefined);
      const ordered = listed.toSorted((a, b) => a.currency - b.currency || a.id - b.id);
      return done(ordered.map((protocol) => protocolOnWire(views.listings, protocol)));
    });
    return {
      console: (own: NetworkConsoleParts): void => {
        registerNetworks(own);
      },
    };
  },
};

async function addMissing(db: Kysely<Schema>, protocols: readonly CurrencyProtocol[]): Promise<void> {
  const rows = protocols.map(({ currency, chain, fee, ...terms }) => ({
    id: terms.id,
    currency_id: currency,
    chain_id: chain,
    code: terms.code,
    name: terms.name,
    asset: terms.asset,
    asset_decimals: terms.assetDecimals,
    memo_required: terms.memoRequired,
    opens_recharge: terms.opensDeposits,
    opens_draw: terms.opensWithdrawals,
    arrival_minutes: terms.arrivalMinutes,
    max_gas: terms.maxGas,
    recharge_min: terms.depositMin,
    draw_min: terms.withdrawalMin,
    draw_max: terms.withdrawalMax,
    fee_kind: fee.kind,
    fee_value: fee.kind === 'flat' ? fee.units : fee.ppm,
  }));
  await db
    .insertInto('currency_protocols')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
