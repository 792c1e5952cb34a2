import { hash, randomBytes, randomInt } from 'node:crypto';
import { generateSecret, generateURI, verifySync } from 'otplib';
import { SecretBox } from '../../secrets/index.ts';
import type { StaffId } from '../gateway/ports.ts';

const purposes = { hashing: 'bourse recovery codes of staff', sealing: 'bourse authenticator apps of staff' };

/** Digits and letters that are not mistaken for one another when they are read from paper. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const recoveryCodeGroups = 3;
const lettersOfGroup = 4;

/** The number of recovery codes that an enrolment gives. */
const recoveryCodeCount = 10;

const stepSeconds = 30;

/** The secrets of staff, protected by a key that is not in the database. */
export class StaffSecrets {
  readonly #box: SecretBox;

  /** @param secret the secret key of the exchange */
  constructor(secret: Uint8Array) {
    this.#box = new SecretBox(secret, purposes);
  }

  /** Encrypts the secret of a person's authenticator app; it can be read for the same person only. */
  seal(staff: StaffId, secret: string): Buffer {
    return this.#box.seal(secret, placeOf(staff));
  }

  /** The secret; null if it was encrypted with another key or for another person. */
  open(staff: StaffId, sealed: Buffer): string | null {
    return this.#box.open(sealed, placeOf(staff));
  }

  /** The stored form of a recovery code, as a person writes it. */
  hashRecoveryCode(staff: StaffId, code: string): Buffer {
    const plain = code.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
    return this.#box.hash([staff, plain]);
  }
}

function placeOf(staff: StaffId): string {
  return `staff ${staff} totp`;
}

/** A new secret for an authenticator app, as base32 text. */
export function newAppSecret(): string {
  return generateSecret();
}

/** The address that an authenticator app reads from a QR code. */
export function appUri(secret: string, email: string, site: string): string {
  return generateURI({ issuer: `${site} console`, label: email, secret });
}

/**
 * The time step of a one-time password, which may be one step early or late; null if it is wrong or its step is not
 * after `afterStep`.
 */
export function stepOf(secret: string, code: string, { nowMs, afterStep }: { nowMs: number; afterStep: number }) {
  if (!isOneTimeCode(code)) return null;
  const epoch = Math.floor(nowMs / 1_000);
  const result = verifySync({ secret, token: code, epoch, epochTolerance: stepSeconds, afterTimeStep: afterStep });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}

/** The step of the second of two successive one-time passwords; null if they are not. */
export function stepOfPair(secret: string, codes: readonly [string, string], nowMs: number): number | null {
  const [first, second] = codes;
  const step = stepOf(secret, second, { nowMs, afterStep: 0 });
  if (step === null) return null;
  const before = { nowMs: (step - 1) * stepSeconds * 1_000, afterStep: 0 };
  return stepOf(secret, first, before) === step - 1 ? step : null;
}

export function isOneTimeCode(code: string): boolean {
  return /^[0-9]{6}$/.test(code);
}

/** New recovery codes, such as `4k7q-9xwz-m2ta`, of 60 random bits each. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () =>
    Array.from({ length: recoveryCodeGroups }, randomGroup).join('-'),
  );
}

function randomGroup(): string {
  return Array.from({ length: lettersOfGroup }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}

/** The token of an invitation or session: 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form of a token. */
export function hashOfToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
