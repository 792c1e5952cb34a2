import { Type } from 'typebox';
import { IntegerInput } from '../values.ts';
import { consoleFile } from './declare.ts';

const audience = ['finance', 'admin'] as const;

/** Epoch milliseconds: from this time on, and before that one. */
const period = { from: Type.Optional(IntegerInput), to: Type.Optional(IntegerInput) };

/** Sequences of the journal, both included. */
const sequences = { first: Type.Optional(IntegerInput), last: Type.Optional(IntegerInput) };

/** Tables as CSV, one at a time. The audit log has an export of its own. */
export const exportCalls = {
  exportTrades: consoleFile({
    audience,
    path: 'exports/trades',
    input: { market: Type.Optional(IntegerInput), ...period },
  }),
  /** Orders that have ended; the period is that of their acceptance. */
  exportOrders: consoleFile({
    audience,
    path: 'exports/orders',
    input: { user: Type.Optional(IntegerInput), ...period },
  }),
  /** Every change of the balances of users. */
  exportAccountLog: consoleFile({
    audience,
    path: 'exports/account-log',
    input: { user: Type.Optional(IntegerInput), ...sequences },
  }),
  /** Every change of the fee accounts of the venue. */
  exportFees: consoleFile({ audience, path: 'exports/fees', input: sequences }),
  exportVenueTransfers: consoleFile({ audience, path: 'exports/venue-transfers', input: period }),
  /** Accounts with masked addresses; the period is that of their registration. */
  exportUsers: consoleFile({ audience, path: 'exports/users', input: period }),
} as const;
