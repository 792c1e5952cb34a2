import type { CodeRefusal } from '@bourse/contract/identity';
import { codePurpose } from '@bourse/contract/notify';
import type { UserId } from '@bourse/engine';
import type { Transaction } from 'kysely';
import type { Schema } from '../../../ground/database/index.ts';
import { refused, type Refused } from '../../../ground/gateway/index.ts';
import type { CodeBinding, Codes } from '../../notify/index.ts';
import { contactOf } from '../login-name.ts';
import type { People } from '../people.ts';
import type { SecurityCodes } from './ports.ts';

export interface SecurityCodeParts {
  readonly people: Pick<People, 'find'>;
  readonly codes: Pick<Codes, 'redeem' | 'test'>;
}

/**
 * Codes of the purpose `security`, sent to the e-mail address of the account, or to its phone number if it has no
 * e-mail address.
 */
export class StoredSecurityCodes implements SecurityCodes {
  readonly #parts: SecurityCodeParts;

  constructor(parts: SecurityCodeParts) {
    this.#parts = parts;
  }

  async test(user: UserId, code: string): Promise<Refused<CodeRefusal> | null> {
    const binding = await this.#bindingOf(user);
    return binding === null ? refused('verification_code_expired') : this.#parts.codes.test(binding, code);
  }

  async redeem(transaction: Transaction<Schema>, user: UserId, code: string): Promise<Refused<CodeRefusal> | null> {
    const binding = await this.#bindingOf(user, transaction);
    if (binding === null) return refused('verification_code_expired');
    return this.#parts.codes.redeem(transaction, binding, code);
  }

  async #bindingOf(user: UserId, transaction?: Transaction<Schema>): Promise<CodeBinding | null> {
    const person = await this.#parts.people.find(user, transaction);
    const contact = person === null ? null : (contactOf(person, 'email') ?? contactOf(person, 'sms'));
    return contact === null ? null : { purpose: codePurpose.security, contact, user };
  }
}
