import type { ColumnType, GeneratedAlways } from 'kysely';
import type { PrivilegesOn } from '../../ground/database/index.ts';

/** Tables, made by migration `0815-draw-addresses.ts`. Ids and times are `int8` and read as text. */
interface AddressTables {
  draw_addresses: WithdrawalAddressesTable;
  draw_address_rules: WithdrawalAddressRulesTable;
}

declare module '../../ground/database/schema.ts' {
  interface Schema extends AddressTables {}
}

/** The privileges of the logins on these tables. */
export const addressPrivileges: PrivilegesOn<AddressTables> = {
  draw_addresses: { identity: ['select', 'insert', 'update'] },
  draw_address_rules: { identity: ['select', 'insert', 'update'] },
};

type Int8 = ColumnType<string, number, never>;
type LaterInt8 = ColumnType<string | null, number | null | undefined, number | null>;

interface WithdrawalAddressesTable {
  readonly id: GeneratedAlways<string>;
  readonly user_id: Int8;
  readonly protocol_id: number;
  readonly address: string;
  /** Empty if there is none. */
  readonly memo: string;
  readonly label: string;
  readonly created_at: Int8;
  readonly matured_at: Int8;
  readonly used_at: LaterInt8;
  readonly removed_at: LaterInt8;
  readonly stop_hash: Buffer | null;
  readonly stop_until: Int8;
}

interface WithdrawalAddressRulesTable {
  readonly user_id: Int8;
  readonly since: ColumnType<string, number, number>;
  readonly ends_at: LaterInt8;
}
