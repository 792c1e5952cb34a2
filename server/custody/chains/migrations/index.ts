import type { Steps } from '../../../ground/database/index.ts';
import { currencyProtocols } from './0796-currency-protocols.ts';
import { protocolVersions } from './0806-protocol-versions.ts';
import { protocolGas } from './0863-protocol-gas.ts';

/** The migrations of this room. */
export const migrations: Steps = {
  '0796-currency-protocols': currencyProtocols,
  '0806-protocol-versions': protocolVersions,
  '0863-protocol-gas': protocolGas,
};
