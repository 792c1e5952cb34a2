import type { Kysely } from 'kysely';
import type { Schema } from '../database/index.ts';
import type { Gateway } from '../gateway/index.ts';
import type { Signer } from '../signer/index.ts';
import { ownAddressIn } from './own-address.ts';
import { registerAddresses } from './routes.ts';
import type { AddressParts } from './save-address.ts';

interface Registration extends Omit<AddressParts, 'drawAddresses' | 'ownAddress'> {
  readonly db: Kysely<Schema>;
  readonly gateway: Gateway;
  readonly savedAddresses: AddressParts['drawAddresses'];
  readonly signer: Signer | null;
}

/** The withdrawal addresses of users. */
export const addresses = {
  register: ({ db, gateway, savedAddresses, signer, ...parts }: Registration): void => {
    registerAddresses(gateway, { ...parts, drawAddresses: savedAddresses, ownAddress: ownAddressIn(db, signer) });
  },
};
