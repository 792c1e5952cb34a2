import type { CodeRefusal } from '@bourse/contract/identity';
import { codePurpose } from '@bourse/contract/notify';
import type { Kysely } from 'kysely';
import { inTransaction, type Schema } from '../database/index.ts';
import { type Refused, refused } from '../gateway/index.ts';
import type { CodeBinding, Codes, Contact } from '../notify/index.ts';
import { Devices } from './devices.ts';
import type { Person } from './people.ts';
import type { SiteSettings } from './site-settings.ts';

export interface LoginCodeParts {
  readonly db: Kysely<Schema>;
  readonly codes: Codes;
  readonly when: SiteSettings['login_code'];
}

/** A login that may need a code. */
export interface CodedLogin {
  readonly contact: Contact;
  readonly device: string;
  /** Empty when none was given. */
  readonly code: string;
}

/**
 * When a login takes a code, and whether it is the right one. An account that does not exist is one whose device is
 * new. The code is judged before the password: who cannot read the mail of an account never learns whether a password
 * is right.
 */
export class LoginCodes {
  readonly #parts: LoginCodeParts;
  readonly #devices: Devices;

  constructor(parts: LoginCodeParts) {
    this.#parts = parts;
    this.#devices = new Devices(parts.db);
  }

  /** `login_use_sms`: 1 when logging in to an account from a device takes a code. */
  async takesCode({ account, device }: { readonly account: string; readonly device: string }): Promise<0 | 1> {
    if (this.#parts.when !== 'new_device') return this.#parts.when === 'always' ? 1 : 0;
    return (await this.#devices.knowsAccount(account.trim(), device)) ? 0 : 1;
  }

  /**
   * Whether the code, if one is needed, is right; it stays usable, because the password may be wrong. Null when the
   * login can go on.
   */
  async test(login: CodedLogin, person: Person | null): Promise<Refused<CodeRefusal> | null> {
    if (!(await this.#needed(login, person))) return null;
    if (login.code === '') return refused('verification_code_required');
    return this.#parts.codes.test(bindingOf(login, person), login.code);
  }

  /** Uses the code up, if one is needed; of two logins at once with one code one is refused. */
  async use(login: CodedLogin, person: Person): Promise<Refused<CodeRefusal> | null> {
    if (!(await this.#needed(login, person))) return null;
    const { codes, db } = this.#parts;
    return inTransaction(db, (transaction) => codes.redeem(transaction, bindingOf(login, person), login.code));
  }

  async #needed({ device }: CodedLogin, person: Person | null): Promise<boolean> {
    if (this.#parts.when !== 'new_device') return this.#parts.when === 'always';
    return !(await this.#devices.knows(person?.id ?? null, device));
  }
}

function bindingOf({ contact, device }: CodedLogin, person: Person | null): CodeBinding {
  return { purpose: codePurpose.login, contact, user: person?.id ?? null, scope: device };
}
