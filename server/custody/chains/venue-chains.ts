import { currencyId } from '@bourse/engine';
import type { Kysely, Selectable } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import type { Chains, CurrencyProtocol, OpenChain } from './ports.ts';

/** The chains that are followed, and the terms of each currency on them, always with their current values. */
export class VenueChains implements Chains {
  readonly #db: Kysely<Schema>;
  #chains: ReadonlyMap<number, OpenChain> = new Map();
  #protocols: ReadonlyMap<number, CurrencyProtocol> = new Map();
  /** The listed tokens as `CHAIN/CONTRACT`, in lower case. */
  #listed: ReadonlySet<string> = new Set();

  /** The height up to which own payments are recorded, by chain. */
  readonly #followed = new Map<number, number>();
  #confirmations: (chain: number, height: number) => number = () => 0;

  constructor(db: Kysely<Schema>) {
    this.#db = db;
  }

  get chains(): readonly OpenChain[] {
    return [...this.#chains.values()];
  }

  get protocols(): readonly CurrencyProtocol[] {
    return [...this.#protocols.values()];
  }

  chain(id: number): OpenChain | null {
    return this.#chains.get(id) ?? null;
  }

  protocol(id: number): CurrencyProtocol | null {
    return this.#protocols.get(id) ?? null;
  }

  isListed(chain: number, contract: string): boolean {
    return this.#listed.has(`${chain}/${contract}`);
  }

  /** Follows these chains from now on. */
  follow(chains: readonly OpenChain[]): void {
    this.#chains = new Map(chains.map((chain) => [chain.id, chain]));
  }

  /** Counts the confirmations of blocks in this way from now on. */
  countBy(confirmations: (chain: number, height: number) => number): void {
    this.#confirmations = confirmations;
  }

  /** The confirmations of a block of a chain, as far as the chain was read; 0 before. */
  confirmations(chain: number, height: number): number {
    return this.#confirmations(chain, height);
  }

  /** All own payments in blocks up to this height are recorded. */
  noteFollowed(chain: number, height: number): void {
    this.#followed.set(chain, height);
  }

  /** The height up to which own payments are recorded since the start; −1 before. */
  followedTo(chain: number): number {
    return this.#followed.get(chain) ?? -1;
  }

  /** Reads the terms, at the start and after a change of them. */
  async reload(): Promise<void> {
    const rows = await this.#db.selectFrom('currency_protocols').selectAll().orderBy('id').execute();
    this.#protocols = new Map(rows.map((row) => [row.id, protocolOf(row)]));
    this.#listed = new Set(rows.map(({ asset, chain_id }) => `${chain_id}/${asset.toLowerCase()}`));
  }
}

export type ProtocolRow = Selectable<Schema['currency_protocols']>;

export function protocolOf(row: ProtocolRow): CurrencyProtocol {
  const feeValue = safeInteger(row.fee_value);
  return {
    id: row.id,
    currency: currencyId(row.currency_id),
    chain: row.chain_id,
    code: row.code,
    name: row.name,
    asset: row.asset,
    assetDecimals: row.asset_decimals,
    opensDeposits: row.opens_recharge,
    opensWithdrawals: row.opens_draw,
    memoRequired: row.memo_required,
    depositMin: safeInteger(row.recharge_min),
    withdrawalMin: safeInteger(row.draw_min),
    withdrawalMax: safeInteger(row.draw_max),
    fee: row.fee_kind === 'flat' ? { kind: 'flat', units: feeValue } : { kind: 'rate', ppm: feeValue },
    arrivalMinutes: row.arrival_minutes,
    maxGas: row.max_gas,
  };
}

declare module '../../ground/parts.ts' {
  interface Parts {
    /** The chains, and the terms of currencies on them. */
    readonly chains: VenueChains;
  }
}
