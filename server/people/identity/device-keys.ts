import { createHmac } from 'node:crypto';
import type { UserId } from '@bourse/engine';
import { deriveKey } from '../../ground/secrets/index.ts';

/**
 * Keyed hashes of device ids. A known device id replaces the verification code of a login, so neither the database nor
 * any answer contains one: the database holds its key, and answers an id derived from that key.
 */
export class DeviceKeys {
  readonly #storing: Buffer;
  readonly #showing: Buffer;

  /** @param secret at least 32 random bytes, stored outside the database */
  constructor(secret: Uint8Array) {
    this.#storing = deriveKey(secret, 'bourse device ids');
    this.#showing = deriveKey(secret, 'bourse shown device ids');
  }

  /** The stored form of a device id; empty for a client without one. */
  keyOf(device: string): string {
    return device === '' ? '' : createHmac('sha256', this.#storing).update(device).digest('base64url');
  }

  /** An id by which users recognize their own devices, different for every user; empty if there is no key. */
  shownId(user: UserId, key: string): string {
    if (key === '') return '';
    return createHmac('sha256', this.#showing).update(`${user} ${key}`).digest('hex').slice(0, 16);
  }
}
