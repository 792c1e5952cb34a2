import type { Stored } from '../../ground/database/index.ts';
import { migrations } from './migrations/index.ts';
import { outgoingPrivileges } from './tables.ts';

/** Payments on chains, with their attempts and fees. */
export const paymentStored: Stored = { tables: outgoingPrivileges, migrations };
