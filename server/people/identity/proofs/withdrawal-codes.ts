import type { CodeRefusal } from '@bourse/contract/identity';
import { codePurpose } from '@bourse/contract/notify';
import type { UserId } from '@bourse/engine';
import type { Transaction } from 'kysely';
import type { Schema } from '../../../ground/database/index.ts';
import { refused, type Refused } from '../../../ground/gateway/index.ts';
import type { CodeBinding } from '../../notify/index.ts';
import { contactOf } from '../login-name.ts';
import type { WithdrawalCodes } from './ports.ts';
import type { SecurityCodeParts } from './security-codes.ts';

/**
 * Codes of the purpose `withdrawal`: those of withdrawals, bound to the terms of one or to none, and those of coins
 * sent to a user, which are always bound.
 */
export class StoredWithdrawalCodes implements WithdrawalCodes {
  readonly #parts: SecurityCodeParts;
  readonly #isAlwaysBound: boolean;

  constructor(parts: SecurityCodeParts, { isAlwaysBound }: { readonly isAlwaysBound: boolean }) {
    this.#parts = parts;
    this.#isAlwaysBound = isAlwaysBound;
  }

  async test(user: UserId, terms: string, code: string): Promise<Refused<CodeRefusal> | null> {
    return this.#either(user, terms, (binding) => this.#parts.codes.test(binding, code));
  }

  async redeem(
    transaction: Transaction<Schema>,
    user: UserId,
    terms: string,
    code: string,
  ): Promise<Refused<CodeRefusal> | null> {
    const judge = async (binding: CodeBinding) => this.#parts.codes.redeem(transaction, binding, code);
    return this.#either(user, terms, judge, transaction);
  }

  /** A code for these terms, if one was sent, or one without terms unless they are always bound. */
  async #either(
    user: UserId,
    terms: string,
    judge: (binding: CodeBinding) => Promise<Refused<CodeRefusal> | null>,
    transaction?: Transaction<Schema>,
  ): Promise<Refused<CodeRefusal> | null> {
    const person = await this.#parts.people.find(user, transaction);
    const contact = person === null ? null : (contactOf(person, 'email') ?? contactOf(person, 'sms'));
    if (contact === null) return refused('verification_code_expired');
    const binding = { purpose: codePurpose.withdrawal, contact, user };
    const bound = await judge({ ...binding, scope: terms });
    return bound?.error === 'verification_code_expired' && !this.#isAlwaysBound ? judge(binding) : bound;
  }
}
