import type { PasswordPolicy } from '@bourse/contract/identity';
import { readCardId, readRealName, type RealName } from '@bourse/contract/verification';
import { passwordRuleError, type PasswordRuleKey } from '../identity/index.ts';

export interface VerificationDraft {
  readonly name: string;
  readonly cardId: string;
  readonly front: string;
  readonly reverse: string;
  readonly password: string;
  readonly repeat: string;
}

export type VerificationField = keyof VerificationDraft;

export interface VerificationContext {
  /** The rejected submission; null for the first one. */
  readonly rejected: RealName | null;
  readonly account: string;
  readonly policy: PasswordPolicy | null;
}

/** The texts of the problems that the contract finds. */
const problemTexts = {
  real_name_required: 'errors.real_name_required',
  real_name_shape: 'errors.real_name_shape',
  real_name_mixed: 'errors.real_name_mixed',
  card_id_required: 'errors.card_id_required',
  card_id_shape: 'errors.card_id_shape',
} as const;

export type VerificationErrorKey =
  | (typeof problemTexts)[keyof typeof problemTexts]
  | 'authentication.imageMissing'
  | 'authentication.emptyPassword'
  | 'authentication.passwordsDiffer'
  | PasswordRuleKey;

export type VerificationErrors = Partial<Record<VerificationField, VerificationErrorKey>>;

/** The draft to begin with: what was rejected, except its number, which the page does not know in full. */
export function firstDraft(rejected: RealName | null): VerificationDraft {
  const { front_pic: front = '', name = '', reverse_pic: reverse = '' } = rejected ?? {};
  return { name, front, reverse, cardId: '', password: '', repeat: '' };
}

/** The errors of a draft by field. */
export function verificationErrors(draft: VerificationDraft, context: VerificationContext): VerificationErrors {
  const { rejected } = context;
  const found: readonly (readonly [VerificationField, VerificationErrorKey | null])[] = [
    ['name', nameError(draft)],
    ['cardId', rejected !== null && draft.cardId.trim() === '' ? null : cardError(draft)],
    ['front', draft.front === '' ? 'authentication.imageMissing' : null],
    ['reverse', draft.reverse === '' ? 'authentication.imageMissing' : null],
    ['password', rejected === null ? passwordError(draft, context) : null],
    ['repeat', rejected === null && draft.repeat !== draft.password ? 'authentication.passwordsDiffer' : null],
  ];
  const errors: VerificationErrors = {};
  for (const [field, key] of found) if (key !== null) errors[field] = key;
  return errors;
}

function nameError({ name }: VerificationDraft): VerificationErrorKey | null {
  const read = readRealName(name);
  return 'problem' in read ? problemTexts[read.problem] : null;
}

function cardError({ cardId }: VerificationDraft): VerificationErrorKey | null {
  const read = readCardId(cardId);
  return 'problem' in read ? problemTexts[read.problem] : null;
}

function passwordError(
  { password }: VerificationDraft,
  { account, policy }: VerificationContext,
): VerificationErrorKey | null {
  if (password === '') return 'authentication.emptyPassword';
  return passwordRuleError(policy, password, account);
}

/** The fields to send: all for the first submission, else the id and what has changed. */
export function inputOf(draft: VerificationDraft, rejected: RealName | null) {
  const { cardId, front, name, password, reverse } = draft;
  if (rejected === null) {
    return { name, card_id: cardId, front_pic: front, reverse_pic: reverse, pay_password: password };
  }
  return {
    id: rejected.id,
    ...(name === rejected.name ? {} : { name }),
    ...(cardId.trim() === '' ? {} : { card_id: cardId }),
    ...(front === rejected.front_pic ? {} : { front_pic: front }),
    ...(reverse === rejected.reverse_pic ? {} : { reverse_pic: reverse }),
  };
}

/** The field that a refusal of the server concerns; null if none. */
export function fieldOfRefusal(error: string): VerificationField | null {
  if (error.startsWith('password_') || error === 'pay_password_same') return 'password';
  if (error.startsWith('card_id_')) return 'cardId';
  return nameRefusals.has(error) ? 'name' : null;
}

const nameRefusals: ReadonlySet<string> = new Set(['real_name_required', 'real_name_shape', 'real_name_mixed']);
