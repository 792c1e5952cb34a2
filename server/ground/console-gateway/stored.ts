import type { Stored } from '../database/index.ts';
import { migrations } from './migrations/index.ts';
import { consolePrivileges } from './tables.ts';

/** The requests of staff that move money. */
export const consoleStored: Stored = { tables: consolePrivileges, migrations };
