import { Type, type Static } from 'typebox';

/**
 * How new passwords are judged. `spec` is the rule of the product specification, which refuses passphrases; `strong`
 * accepts them and refuses more of the passwords that are guessed first. Existing passwords stay valid.
 */
export const PasswordPolicy = Type.Enum(['spec', 'strong']);
export type PasswordPolicy = Static<typeof PasswordPolicy>;

/** The rules that both the page and the server check; common passwords are known to the server only. */
const policies = {
  spec: { shape: /^[A-Za-z0-9]{6,16}$/, refusal: 'password_shape', mayNameAccount: true },
  /** Printable characters of every script, and spaces. */
  strong: { shape: /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]{8,64}$/u, refusal: 'password_length', mayNameAccount: false },
} as const;

export type PasswordRuleRefusal = (typeof policies)[PasswordPolicy]['refusal'] | 'password_account';

/** The refusal of a new password for an account; null if it fits the policy. */
export function judgePassword(policy: PasswordPolicy, password: string, account: string): PasswordRuleRefusal | null {
  const { shape, refusal, mayNameAccount } = policies[policy];
  const text = plainPassword(password);
  if (!shape.test(text)) return refusal;
  return !mayNameAccount && namesAccount(text, account) ? 'password_account' : null;
}

/** The form of a password that counts, the same for every keyboard; passwords of letters and digits are unchanged. */
export function plainPassword(password: string): string {
  return password.normalize('NFKC');
}

/** Whether a password is the account, or the part of an address before the `@`, with digits or signs added. */
export function namesAccount(password: string, account: string): boolean {
  const core = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
  const letters = core(password).replace(/\d+$/, '');
  const names = [account, account.split('@')[0] ?? ''].map((name) => core(name)).filter((name) => name !== '');
  return names.some((name) => name === core(password) || (letters !== '' && name.replace(/\d+$/, '') === letters));
}
