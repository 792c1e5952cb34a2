import { randomInt } from 'node:crypto';

/** Digits and letters that are not mistaken for one another when they are read from paper. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const recoveryCodeGroups = 3;
const lettersOfGroup = 4;

/** The number of recovery codes that belong to a second factor. */
const recoveryCodeCount = 10;

/** New recovery codes, such as `4k7q-9xwz-m2ta`, of 60 random bits each. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () =>
    Array.from({ length: recoveryCodeGroups }, randomGroup).join('-'),
  );
}

/** A recovery code without the differences that writing it down and typing it make. */
export function plainRecoveryCode(code: string): string {
  return code.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
}

/** Whether a text without spaces and hyphens may be a recovery code. */
export function isRecoveryCode(code: string): boolean {
  return /^[0-9a-z]+$/i.test(code) && code.length === recoveryCodeGroups * lettersOfGroup;
}

function randomGroup(): string {
  return Array.from({ length: lettersOfGroup }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}
