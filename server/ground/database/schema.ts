import type { CoreTables } from './core-tables.ts';
import type { Kysely } from 'kysely';

/**
 * The tables known to typed queries. Each room adds its own in its `tables.ts`, with `declare module`. `int8` and
 * `numeric` columns are read as strings, see `safeInteger`.
 */
export interface Schema extends CoreTables {
  'upgrade.migrations': { readonly name: string; readonly timestamp: string };
}

declare module '../parts.ts' {
  interface Parts {
    /** Runs queries as the login `bourse_app`, or as the login that the capability names. */
    readonly db: Kysely<Schema>;
    /** Runs queries as the login `bourse_identity`, which may change users, sessions, codes, messages and staff. */
    readonly identityDb: Kysely<Schema>;
    /** Runs queries as the login `bourse_custody`, which may change deposits, withdrawals and payments on chains. */
    readonly custodyDb: Kysely<Schema>;
  }
}
