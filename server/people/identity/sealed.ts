import type { SealedColumn } from '../../ground/database/index.ts';
import { purposesOf } from '../../ground/secrets/index.ts';

const app = { table: 'second_factors', purposes: purposesOf('second factors'), place: `'user ' || user_id || ' totp'` };

/** The sealed columns of accounts. */
export const sealed: readonly SealedColumn[] = [
  { ...app, column: 'sealed_secret' },
  { ...app, column: 'pending_secret' },
  {
    table: 'users',
    column: 'phishing_word',
    purposes: purposesOf('phishing words'),
    place: `'user ' || id || ' phishing word'`,
  },
];
