import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const nonceLength = 12;
const tagLength = 16;

/**
 * Keeps what the database may hold but not tell: hashes of codes, and messages that still have to go out. Both keys
 * come from one secret that is never in the database, so a stolen copy of it holds no code: six digits would be found
 * out in a moment from a plain hash.
 */
export class SecretBox {
  readonly #hashing: Buffer;
  readonly #sealing: Buffer;

  /** @param secret at least 32 bytes that nobody can guess */
  constructor(secret: Uint8Array) {
    if (secret.length < 32) throw new Error('the secret key must have 32 bytes or more');
    this.#hashing = derive(secret, 'bourse verification codes');
    this.#sealing = derive(secret, 'bourse queued messages');
  }

  /** A keyed hash of fields; two different lists never run together into one. */
  hash(fields: readonly (string | number)[]): Buffer {
    return createHmac('sha256', this.#hashing).update(JSON.stringify(fields)).digest();
  }

  /** Encrypts a text and binds it to a place, where alone it can be opened again. */
  seal(text: string, place: string): Buffer {
    const nonce = randomBytes(nonceLength);
    const cipher = createCipheriv('aes-256-gcm', this.#sealing, nonce, { authTagLength: tagLength });
    cipher.setAAD(Buffer.from(place));
    return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  }

  /** The text again; null when it was sealed with another key or for another place, or was changed. */
  open(sealed: Buffer, place: string): string | null {
    try {
      const nonce = sealed.subarray(0, nonceLength);
      const decipher = createDecipheriv('aes-256-gcm', this.#sealing, nonce, { authTagLength: tagLength });
      decipher.setAAD(Buffer.from(place));
      decipher.setAuthTag(sealed.subarray(-tagLength));
      return decipher.update(sealed.subarray(nonceLength, -tagLength), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      return null;
    }
  }
}

function derive(secret: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}
