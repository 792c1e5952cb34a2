import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Schema } from './schema.ts';
import { LOGIN_ROLES } from './logins.ts';

/** A migration step with the checksum of its statements, which shows whether a released step was changed later. */
export interface Step extends Migration {
  readonly sha256: string;
}

/**
 * Migrations by name, such as `0816-withdrawals`. They run in the order of their numbers; a new one gets a number above
 * all others of the server, and a released one is never changed.
 */
export type Steps = Readonly<Record<string, Step>>;

/**
 * A step that creates or changes tables of the journal and its projections. Its statements run as `bourse_core`, which
 * then owns the tables and can add and drop partitions; unqualified names refer to schema `core`. The capabilities get
 * read access until `applyGrants` replaces it by what is declared.
 */
export function coreMigration(...statements: readonly string[]): Step {
  return {
    sha256: checksum('core', statements),
    up: async (db: Kysely<Schema>) => {
      await runAll(db, [
        `set local role ${LOGIN_ROLES.core}`,
        'set local search_path = core',
        ...statements,
        `grant select on all tables in schema core to ${LOGIN_ROLES.app}`,
        'reset role',
      ]);
    },
  };
}

/**
 * A step that creates or changes tables of the capabilities. Unqualified names refer to schema `app`. `bourse_app` gets
 * read and write access until `applyGrants` replaces it by what is declared; the core gets none.
 */
export function appMigration(...statements: readonly string[]): Step {
  return {
    sha256: checksum('app', statements),
    up: async (db: Kysely<Schema>) => {
      await runAll(db, [
        'set local search_path = app',
        ...statements,
        `grant select, insert, update, delete on all tables in schema app to ${LOGIN_ROLES.app}`,
        `grant usage, select on all sequences in schema app to ${LOGIN_ROLES.app}`,
      ]);
    },
  };
}

async function runAll(db: Kysely<Schema>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** The grants around the statements are not part of a step: they may change with the roles. */
function checksum(schema: 'core' | 'app', statements: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([schema, ...statements]))
    .digest('hex');
}
