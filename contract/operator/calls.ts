import { Type, type Static } from 'typebox';
import { readCall } from '../call.ts';
import { Decimal, Empty } from '../values.ts';

/**
 * All money of one currency: what came in from outside (negative), the balances of the venue's accounts, and the total
 * of all users. The values add up to zero.
 */
export const SystemAccounts = Type.Object({
  currency_id: Type.Integer(),
  currency_code: Type.String(),
  external: Decimal,
  fees: Decimal,
  lever_house: Decimal,
  insurance: Decimal,
  micro_house: Decimal,
  savings_house: Decimal,
  treasury: Decimal,
  people: Decimal,
});
export type SystemAccounts = Static<typeof SystemAccounts>;

export const systemAccounts = readCall(
  { access: 'operator', roles: ['finance', 'risk', 'admin'], rate: 'private' },
  'operator/system_accounts',
  Empty,
  Type.Array(SystemAccounts),
);
