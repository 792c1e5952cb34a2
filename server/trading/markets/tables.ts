import type { ColumnType } from 'kysely';
import type { PrivilegesOn } from '../../ground/database/index.ts';

/** A table, made by migration `0520-favourites.ts`. Ids and times are `int8` and read as text. */
interface FavouriteTables {
  favourites: FavouritesTable;
}

declare module '../../ground/database/schema.ts' {
  interface Schema extends FavouriteTables {}
}

/** The privileges of the logins on this table. */
export const favouritePrivileges: PrivilegesOn<FavouriteTables> = {
  favourites: { app: ['select', 'insert', 'delete'] },
};

type Int8 = ColumnType<string, number, number>;

interface FavouritesTable {
  readonly user_id: Int8;
  readonly market_id: number;
  readonly added_at: Int8;
}
