/** The rules for accounts, as the server enforces them, and the strength of passwords. */

/** Letters and digits with optional - _ . between them, an @, and a domain whose last label has 2 to 4 characters. */
const emailShape = /^[A-Za-z0-9]+([-_.]+[A-Za-z0-9]+)*@[A-Za-z0-9]+([-.][A-Za-z0-9]+)*\.[A-Za-z0-9]{2,4}$/;
const mobileShape = /^\d{6,}$/;

export function isEmail(text: string): boolean {
  return text.length <= 254 && emailShape.test(text);
}

export function isMobile(text: string): boolean {
  return mobileShape.test(text);
}

export type PasswordStrength = 'weak' | 'fair' | 'good' | 'strong';

/** How hard a password is to guess, by its length and its kinds of characters; repeated characters do not count. */
export function passwordStrength(password: string): PasswordStrength {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z0-9]/].filter((kind) => kind.test(password)).length;
  const different = new Set(password).size;
  const score = Math.min(different, 12) + (kinds - 1) * 2;
  if (password.length < 6 || score < 9) return 'weak';
  if (score < 11) return 'fair';
  return score < 14 ? 'good' : 'strong';
}
