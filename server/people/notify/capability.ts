import type { Gateway } from '../../ground/gateway/index.ts';
import { registerNotify } from './routes.ts';
import type { SendCodeParts } from './send-code.ts';
import { migrations } from './migrations/index.ts';
import { notifyPrivileges } from './tables.ts';

interface Registration extends Omit<SendCodeParts, 'db' | 'codesPerHour' | 'textsPerHour'> {
  readonly identityDb: SendCodeParts['db'];
  readonly gateway: Gateway;
  readonly settings: { readonly codes_per_hour: number; readonly texts_per_hour: number };
}

export const notify = {
  tables: notifyPrivileges,
  migrations,
  open: ({ gateway, identityDb, settings, ...parts }: Registration): void => {
    const limits = { codesPerHour: () => settings.codes_per_hour, textsPerHour: () => settings.texts_per_hour };
    registerNotify(gateway, { ...parts, ...limits, db: identityDb });
  },
};
