import type { Stored } from '../database/index.ts';
import { migrations } from './migrations/index.ts';

/** The journal, its head, snapshots, and the projections that need no capability. */
export const coreStored: Stored = { migrations };
