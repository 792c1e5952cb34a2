import type { PasswordPolicy } from '@bourse/contract/identity';
import type { Notify } from '../../notify/index.ts';
import type { SecurityLog } from '../../../ground/security-log/index.ts';
import { People } from '../people.ts';
import { StoredPayPasswords } from './pay-passwords.ts';
import type { Proofs, SecondFactors } from './ports.ts';
import { StoredSecurityCodes } from './security-codes.ts';
import { StoredWithdrawalCodes } from './withdrawal-codes.ts';
import type { With } from '../../../ground/parts.ts';

export interface ProofParts extends With<'db' | 'now' | 'passwords'> {
  readonly notify: Pick<Notify, 'codes'>;
  readonly settings: { readonly password_policy: PasswordPolicy };
  readonly securityLog: Pick<SecurityLog, 'record'>;
  readonly factors: SecondFactors;
}

/** The proofs with their tables; also changes trade passwords. */
export interface OpenProofs extends Proofs {
  readonly payPasswords: StoredPayPasswords;
}

export function openProofs({ db, factors, notify, now, passwords, securityLog, settings }: ProofParts): OpenProofs {
  const people = new People(db);
  return {
    factors,
    payPasswords: new StoredPayPasswords({ db, people, passwords, settings, securityLog, now }),
    codes: new StoredSecurityCodes({ people, codes: notify.codes }),
    withdrawalCodes: new StoredWithdrawalCodes({ people, codes: notify.codes }, { isAlwaysBound: false }),
    sendingCodes: new StoredWithdrawalCodes({ people, codes: notify.codes }, { isAlwaysBound: true }),
  };
}
