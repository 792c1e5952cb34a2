import { join, resolve } from 'node:path';
import type { SignerPaths } from './seed-files.ts';

/** The settings of the signer's process, from its environment. */
export interface SignerSettings extends SignerPaths {
  readonly policy: string;
  readonly socket: string;
  /** Whether users of the group of the socket may connect, and not only its owner. */
  readonly sharesWithGroup: boolean;
  /** Whether missing seeds and a missing journal are created. */
  readonly create: boolean;
  /** Whether the process ends with its standard input: with the process that started it. */
  readonly endsWithInput: boolean;
}

/** @throws Error in one sentence */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): SignerSettings {
  const { SIGNER_DIR, SIGNER_CREATE, SIGNER_END_WITH_INPUT, SIGNER_GROUP } = environment;
  if (SIGNER_DIR === undefined || SIGNER_DIR === '')
    throw new Error('SIGNER_DIR, the folder of the journal, is missing.');
  const folder = resolve(SIGNER_DIR);
  const path = (name: string, file: string): string => resolve(environment[name] ?? join(folder, file));
  const socket = environment['SIGNER_SOCKET'] ?? join(folder, 'signer.socket');
  return {
    depositSeed: path('SIGNER_DEPOSIT_SEED', 'deposit.seed'),
    hotSeed: path('SIGNER_HOT_SEED', 'hot.seed'),
    policy: path('SIGNER_POLICY', 'policy.json'),
    journal: join(folder, 'journal'),
    socket: process.platform === 'win32' ? socket : resolve(socket),
    sharesWithGroup: SIGNER_GROUP === 'yes',
    create: SIGNER_CREATE === 'yes',
    endsWithInput: SIGNER_END_WITH_INPUT === 'yes',
  };
}
