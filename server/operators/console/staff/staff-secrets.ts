import { hash, randomBytes } from 'node:crypto';
import type { SealedColumn } from '../../../ground/database/index.ts';
import { plainRecoveryCode, SecretBox, type Secrets } from '../../../ground/secrets/index.ts';
import type { StaffId } from '../../../ground/console-gateway/index.ts';

const purposes = { hashing: 'bourse recovery codes of staff', sealing: 'bourse authenticator apps of staff' };

/** The sealed columns of staff. */
export const sealedOfStaff: readonly SealedColumn[] = ['staff_factors', 'staff_invitations'].map((table) => ({
  table,
  column: 'sealed_secret',
  purposes,
  place: `'staff ' || staff_id || ' totp'`,
}));

/** The secrets of staff, protected by a key that is not in the database. */
export class StaffSecrets {
  readonly #box: SecretBox;

  /** @param secrets the secrets of the exchange */
  constructor(secrets: Secrets | Uint8Array) {
    this.#box = new SecretBox(secrets, purposes);
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
    return this.#box.hash([staff, plainRecoveryCode(code)]);
  }
}

function placeOf(staff: StaffId): string {
  return `staff ${staff} totp`;
}

/** The token of an invitation or session: 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form of a token. */
export function hashOfToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
