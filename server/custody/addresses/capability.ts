import { isOwnAddress } from '../deposits/index.ts';
import { SignerUnavailable } from '../signer/index.ts';
import { registerAddresses } from './routes.ts';
import { WithdrawalAddresses, type WithdrawalAddressParts } from './withdrawal-addresses.ts';
import type { AddressParts } from './save-address.ts';
import { migrations } from './migrations/index.ts';
import { addressPrivileges } from './tables.ts';
import type { With } from '../../ground/parts.ts';

interface Registration
  extends
    Omit<AddressParts, 'withdrawalAddresses' | 'ownAddress'>,
    With<'db' | 'gateway' | 'savedAddresses' | 'signer'> {}

interface Sources extends Omit<WithdrawalAddressParts, 'db'> {
  readonly identityDb: WithdrawalAddressParts['db'];
}

/** The withdrawal addresses of users. */
export const addresses = {
  tables: addressPrivileges,
  migrations,
  login: 'custody' as const,
  offers: ({ identityDb: db, now, settings }: Sources) => ({
    /** The saved withdrawal addresses of users. */
    savedAddresses: new WithdrawalAddresses({ db, settings, now }),
  }),
  open: ({ db, gateway, savedAddresses, signer, ...parts }: Registration): void => {
    const ownAddress: AddressParts['ownAddress'] = async (chain, address) => {
      try {
        return await isOwnAddress({ db, signer }, chain, address);
      } catch (error) {
        // An address is only saved here; it is checked again before it is paid.
        if (error instanceof SignerUnavailable) return false;
        throw error;
      }
    };
    registerAddresses(gateway, { ...parts, withdrawalAddresses: savedAddresses, ownAddress });
  },
};
