import { amount, currencyId, marketId, userId, type UserId } from '@bourse/engine';
import { contractId } from '@bourse/engine/seconds';
import { type Kysely, type Selectable, sql } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import type { Views } from '../../ground/feed/index.ts';
import type { ContractState } from './contract-state.ts';
import { secondsView } from './seconds-view.ts';

/** Selects a user's contracts, newest first. */
export interface ContractQuery {
  readonly open: boolean;
  readonly closed: boolean;
  readonly market: number | null;
  readonly offset: number;
  readonly limit: number;
}

interface ContractPage {
  readonly contracts: readonly ContractState[];
  readonly total: number;
}

/** The columns of a contract without its evidence. */
const columns = [
  'contract',
  'user_id',
  'market_id',
  'asset_id',
  'currency_id',
  'direction',
  'seconds',
  'stake',
  'ratio_ppm',
  'fee_ppm',
  'payout',
  'index_version',
  'staleness_ms',
  'accepted_sequence',
  'accepted_at',
  'open_price',
  'end_price',
  'result',
  'void_reason',
  'fee',
  'profit',
  'closed_at',
] as const;
type ContractRow = Pick<Selectable<Schema['seconds_contracts']>, (typeof columns)[number]>;

/** Reads a user's contracts: open ones from the view, closed ones from their table. */
export class OwnContracts {
  readonly #db: Kysely<Schema>;
  readonly #views: Views;

  constructor(db: Kysely<Schema>, views: Views) {
    this.#db = db;
    this.#views = views;
  }

  /** One page as of the sequence of the views: a contract that ends while the table is read still counts as open. */
  async page(user: UserId, { open, closed, market, offset, limit }: ContractQuery): Promise<ContractPage> {
    const own = open
      ? secondsView
          .of(this.#views)
          .own(user)
          .filter((one) => market === null || one.market === market)
      : [];
    if (!closed) return { contracts: own.slice(offset, offset + limit), total: own.length };
    let rows = this.#db
      .selectFrom('seconds_contracts')
      .where('user_id', '=', String(user))
      .where('sequence', '<=', String(this.#views.sequence));
    if (market !== null) rows = rows.where('market_id', '=', market);
    const { count } = await rows.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
    const ids = await this.#db
      .selectFrom(
        rows
          .select('contract')
          .unionAll(sql<{ contract: string }>`select unnest(${own.map((one) => String(one.contract))}::bigint[])`)
          .as('own'),
      )
      .select('contract')
      .orderBy('contract', 'desc')
      .limit(limit)
      .offset(offset)
      .execute();
    const wanted = ids.map(({ contract }) => contract);
    const found = wanted.length === 0 ? [] : await rows.select(columns).where('contract', 'in', wanted).execute();
    const byId = new Map([...own, ...found.map(contractOf)].map((one) => [String(one.contract), one]));
    return { contracts: wanted.flatMap((id) => byId.get(id) ?? []), total: own.length + safeInteger(count) };
  }

  /** A contract of this user, open or closed. It leaves the view only after its row is in the table. */
  async find(user: UserId, contract: number): Promise<ContractState> {
    const open = secondsView.of(this.#views).find(user, contract);
    if (open !== undefined) return open;
    const row = await this.#db
      .selectFrom('seconds_contracts')
      .select(columns)
      .where('user_id', '=', String(user))
      .where('contract', '=', String(contract))
      .executeTakeFirst();
    if (row === undefined) throw new Error(`contract ${contract} is neither open nor in the table of closed ones`);
    return contractOf(row);
  }
}

/** A contract from its row. */
export function contractOf(row: ContractRow): ContractState {
  const number = (value: string | null) => (value === null ? null : safeInteger(value));
  return {
    contract: contractId(safeInteger(row.contract)),
    user: userId(safeInteger(row.user_id)),
    market: marketId(row.market_id),
    asset: currencyId(row.asset_id),
    currency: currencyId(row.currency_id),
    direction: row.direction,
    seconds: row.seconds,
    stake: amount(safeInteger(row.stake)),
    ratioPpm: row.ratio_ppm,
    feePpm: row.fee_ppm,
    payout: amount(safeInteger(row.payout)),
    indexVersion: row.index_version,
    stalenessMs: row.staleness_ms,
    acceptedSequence: safeInteger(row.accepted_sequence),
    acceptedAtMs: safeInteger(row.accepted_at),
    open: number(row.open_price),
    end: {
      price: number(row.end_price),
      result: row.result,
      voidReason: row.void_reason,
      fee: safeInteger(row.fee),
      profit: safeInteger(row.profit),
      atMs: safeInteger(row.closed_at),
    },
  };
}
