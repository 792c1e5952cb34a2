import type { AdState, AdSuspension, MerchantState, ReportReason } from '@bourse/contract/p2p';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import { type PrivilegesOn, update } from '../../../ground/database/index.ts';

/**
 * Tables, made by migrations `0910-p2p-shops.ts` and `0927-p2p-bounds.ts`. Ids, times, amounts and prices are read as
 * text.
 */
interface ShopTables {
  merchants: MerchantsTable;
  merchant_bonds: MerchantBondsTable;
  ads: AdsTable;
  ad_moves: AdMovesTable;
  p2p_requests: P2pRequestsTable;
  fiat_rates: FiatRatesTable;
  trader_blocks: TraderBlocksTable;
  trader_reports: TraderReportsTable;
}

declare module '../../../ground/database/schema.ts' {
  interface Schema extends ShopTables {}
}

/** The privileges of the logins on these tables. */
export const shopPrivileges: PrivilegesOn<ShopTables> = {
  merchants: { identity: ['select', 'insert', 'update'] },
  merchant_bonds: { identity: ['select', 'insert', update('stage', 'paid_to', 'order_id', 'words', 'changed_at')] },
  ads: { identity: ['select', 'insert', 'update'] },
  ad_moves: { identity: ['select', 'insert', update('amount'), 'delete'] },
  p2p_requests: { identity: ['select', 'insert', 'delete'] },
  fiat_rates: { identity: ['select', 'insert', 'update'] },
  trader_blocks: { identity: ['select', 'insert', 'delete'] },
  trader_reports: { identity: ['select', 'insert', update('state', 'version', 'decided_at', 'decided_by')] },
};

type Int8 = ColumnType<string, number, number>;
type Int8OrNull = ColumnType<string | null, number | null | undefined, number | null>;
type IntegerOrNull = ColumnType<number | null, number | null | undefined, number | null>;
type DefaultInt8 = ColumnType<string, number | undefined, number>;
type Numeric = ColumnType<string, string, string>;

/** `applying`: it is not known yet whether the bond is held. The wire shows it as `none`. */
export type StoredMerchantState = MerchantState | 'applying';

interface MerchantsTable {
  readonly user_id: Int8;
  readonly name: string;
  readonly method_id: Int8;
  /** Words of the applicant about the shop, for staff. */
  readonly application: string;
  readonly state: StoredMerchantState;
  /** The answer of staff. */
  readonly words: Generated<string>;
  readonly paused: Generated<boolean>;
  readonly level: Generated<number>;
  /** The bond of the last application, of which parts may have been paid since. */
  readonly bond_needed: DefaultInt8;
  readonly version: Generated<number>;
  readonly applied_at: Int8;
  /** On the UTC day of the last one. */
  readonly applications: Generated<number>;
  readonly decided_at: Int8OrNull;
  readonly decided_by: IntegerOrNull;
  readonly left_at: Int8OrNull;
  readonly changed_at: Int8;
}

/** `holding`, `returning` and `paying`: the outcome of the command is not known yet. `void`: it could not be held. */
export type BondStage = 'holding' | 'void' | 'held' | 'returning' | 'returned' | 'paying' | 'paid';

interface MerchantBondsTable {
  /** The number of the hold. */
  readonly id: GeneratedAlways<string>;
  readonly user_id: Int8;
  readonly currency_id: number;
  readonly amount: Int8;
  readonly stage: BondStage;
  readonly paid_to: Int8OrNull;
  /** The order in which the damage arose. */
  readonly order_id: Int8OrNull;
  readonly words: Generated<string>;
  readonly created_at: Int8;
  readonly changed_at: Int8;
}

interface AdsTable {
  /** The number of the offer of an ad that sells. */
  readonly id: GeneratedAlways<string>;
  readonly user_id: Int8;
  /** The merchant's. */
  readonly side: 'buy' | 'sell';
  readonly currency_id: number;
  readonly fiat: string;
  /** A fixed price, as a count of 10^-8 of the fiat currency for one coin. */
  readonly price: ColumnType<string | null, string | null, string | null>;
  /** The distance of a floating price from the reference, in hundredths of a percent. */
  readonly basis_points: number | null;
  readonly min_fiat: Int8;
  readonly max_fiat: Int8;
  readonly total: Int8;
  readonly sold: DefaultInt8;
  readonly in_orders: DefaultInt8;
  /** Ids of the merchant's payment methods on an ad that sells, of payment types on one that buys. */
  readonly methods: ColumnType<string[], number[], number[]>;
  readonly pay_minutes: number;
  readonly auto_open: boolean;
  readonly auto_reply: string;
  readonly terms: string;
  readonly need_orders: number;
  readonly need_days: number;
  readonly hours_from: number | null;
  readonly hours_to: number | null;
  /** `creating`: it is not known yet whether its coins are locked. `void`: they could not be. */
  readonly stage: 'creating' | 'live' | 'void';
  readonly state: AdState;
  readonly suspended_by: AdSuspension | null;
  /** Why staff have suspended it. */
  readonly words: Generated<string>;
  readonly version: Generated<number>;
  readonly sequence: DefaultInt8;
  readonly created_at: Int8;
  readonly changed_at: Int8;
}

/** Movements of coins of ads that are not carried out yet; at most one for each ad. */
interface AdMovesTable {
  readonly id: GeneratedAlways<string>;
  readonly ad_id: Int8;
  readonly kind: 'fund' | 'drain' | 'end';
  readonly amount: Int8;
  /** The terms that an edit brings into force once its coins are locked, as JSON text; read as the parsed value. */
  readonly terms: ColumnType<unknown, string | null | undefined, string | null>;
  readonly created_at: Int8;
}

/** Idempotency keys of requests about shops, with their subjects. */
interface P2pRequestsTable {
  readonly user_id: Int8;
  readonly request_key: string;
  readonly call: string;
  /** The SHA-256 of the request. */
  readonly digest: string;
  readonly subject_id: Int8;
  readonly created_at: Int8;
}

interface FiatRatesTable {
  readonly fiat: string;
  /** Units for one dollar, as a count of 10^-8. */
  readonly rate: Numeric;
  readonly source: 'adapter' | 'operator' | 'fixed';
  readonly at: Int8;
  readonly version: Generated<number>;
  readonly changed_by: IntegerOrNull;
}

interface TraderBlocksTable {
  readonly user_id: Int8;
  readonly other_id: Int8;
  readonly created_at: Int8;
}

interface TraderReportsTable {
  readonly id: GeneratedAlways<string>;
  readonly subject: 'ad' | 'trader';
  readonly ad_id: Int8OrNull;
  /** The user who was reported or has the ad. */
  readonly user_id: Int8;
  readonly reporter_id: Int8;
  readonly reason: ReportReason;
  readonly content: string;
  readonly state: Generated<'open' | 'upheld' | 'dismissed'>;
  readonly version: Generated<number>;
  readonly created_at: Int8;
  readonly decided_at: Int8OrNull;
  readonly decided_by: IntegerOrNull;
}
