import type { Login } from './logins.ts';

/** A login that gets privileges. The core needs none: it owns its tables, and has no right on others. */
export type GrantedLogin = Exclude<Login, 'core'>;

export type Privilege = 'select' | 'insert' | 'update' | 'delete' | 'usage';

/** A privilege on some columns of a table only. */
export interface ColumnPrivilege<Column extends string = string> {
  readonly privilege: 'update';
  readonly columns: readonly Column[];
}

/** Privileges of logins on relations of the schema `app`, by the names of the relations. */
export type Privileges = Readonly<
  Record<string, Readonly<Partial<Record<GrantedLogin, readonly (Privilege | ColumnPrivilege)[]>>>>
>;

/**
 * The privileges of each login on each of these tables, declared beside their columns. A login without an entry has
 * none. A table or a column that does not exist is a type error, and so is a table without an entry.
 */
export type PrivilegesOn<Tables> = {
  readonly [Name in keyof Tables]: Readonly<
    Partial<Record<GrantedLogin, readonly (Privilege | ColumnPrivilege<keyof Tables[Name] & string>)[]>>
  >;
};

/** Reading and every kind of change. */
export const all: readonly Privilege[] = ['select', 'insert', 'update', 'delete'];

/** Updates of some columns only. */
export function update<const Column extends string>(...columns: readonly Column[]): ColumnPrivilege<Column> {
  return { privilege: 'update', columns };
}
