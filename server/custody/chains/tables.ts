import type { ColumnType } from 'kysely';
import type { PrivilegesOn } from '../../ground/database/index.ts';

/**
 * A table, made by migration `0796-currency-protocols.ts`, `0806-protocol-versions.ts` and `0863-protocol-gas.ts`.
 * Amounts and versions are `int8` and read as text.
 */
interface ChainTables {
  currency_protocols: CurrencyProtocolsTable;
}

declare module '../../ground/database/schema.ts' {
  interface Schema extends ChainTables {}
}

/** The privileges of the logins on these tables. */
export const chainPrivileges: PrivilegesOn<ChainTables> = {
  currency_protocols: { identity: ['select', 'insert', 'update'], custody: ['select', 'insert'] },
};

type Int8 = ColumnType<string, number, number>;

interface CurrencyProtocolsTable {
  readonly id: number;
  readonly currency_id: number;
  readonly chain_id: number;
  readonly code: string;
  readonly name: string;
  readonly asset: string;
  readonly asset_decimals: number;
  readonly opens_recharge: boolean;
  readonly opens_draw: boolean;
  readonly memo_required: boolean;
  readonly recharge_min: Int8;
  readonly draw_min: Int8;
  readonly draw_max: Int8;
  readonly fee_kind: 'flat' | 'rate';
  readonly fee_value: Int8;
  readonly arrival_minutes: number;
  readonly max_gas: number;
  /** Counts the changes of the terms. */
  readonly version: ColumnType<string, number | undefined, number>;
}
