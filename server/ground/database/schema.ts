import type { CoreTables } from './core-tables.ts';

/**
 * The tables known to typed queries. Each room adds its own in its `tables.ts`, with `declare module`. `int8` and
 * `numeric` columns are read as strings, see `safeInteger`.
 */
export interface Schema extends CoreTables {
  'upgrade.migrations': { readonly name: string; readonly timestamp: string };
}
