import type { CodeRefusal } from '@bourse/contract/identity';
import { codePurpose } from '@bourse/contract/notify';
import { inTransaction } from '../../ground/database/index.ts';
import { type Refused, refused } from '../../ground/gateway/index.ts';
import type { CodeBinding, Codes, Contact } from '../notify/index.ts';
import type { Person } from './people.ts';
import type { SiteSettings } from './site-settings.ts';
import type { With } from '../../ground/parts.ts';

export interface LoginCodeParts extends With<'db' | 'devices'> {
  readonly codes: Codes;
  readonly settings: Pick<SiteSettings, 'login_code'>;
}

/** The parts of a login request that concern its code. */
export interface CodedLogin {
  readonly contact: Contact;
  readonly device: string;
  /** The verification code; empty if missing. */
  readonly code: string;
}

/**
 * Decides whether a login needs a code and checks it. An unknown account counts as one with a new device. The code is
 * checked before the password, so that without access to the mailbox an attacker cannot learn whether a password is
 * right.
 */
export class LoginCodes {
  readonly #parts: LoginCodeParts;

  constructor(parts: LoginCodeParts) {
    this.#parts = parts;
  }

  /** The answer to `login_use_sms`: 1 if a login to the account from the device needs a code. */
  async takesCode({ account, device }: { readonly account: string; readonly device: string }): Promise<0 | 1> {
    if (this.#parts.settings.login_code !== 'new_device') return this.#parts.settings.login_code === 'always' ? 1 : 0;
    return (await this.#parts.devices.knowsAccount(account.trim(), device)) ? 0 : 1;
  }

  /**
   * Checks the code without using it up, because the password may still be wrong. Null if the code is right or not
   * needed.
   */
  async test(login: CodedLogin, person: Person | null): Promise<Refused<CodeRefusal> | null> {
    if (!(await this.#needed(login, person))) return null;
    if (login.code === '') return refused('verification_code_required');
    return this.#parts.codes.test(bindingOf(login, person), login.code);
  }

  /** Redeems the code if one is needed; of two concurrent logins with one code, one is refused. */
  async use(login: CodedLogin, person: Person): Promise<Refused<CodeRefusal> | null> {
    if (!(await this.#needed(login, person))) return null;
    const { codes, db } = this.#parts;
    return inTransaction(db, (transaction) => codes.redeem(transaction, bindingOf(login, person), login.code));
  }

  async #needed({ device }: CodedLogin, person: Person | null): Promise<boolean> {
    if (this.#parts.settings.login_code !== 'new_device') return this.#parts.settings.login_code === 'always';
    return !(await this.#parts.devices.knows(person?.id ?? null, device));
  }
}

function bindingOf({ contact, device }: CodedLogin, person: Person | null): CodeBinding {
  return { purpose: codePurpose.login, contact, user: person?.id ?? null, scope: device };
}
