import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const nonceLength = 12;
const tagLength = 16;

/** The purposes of a box's two keys. Boxes with other purposes have other keys. */
export interface BoxPurposes {
  readonly hashing: string;
  readonly sealing: string;
}

/**
 * Hashes codes and encrypts texts with keys derived from one secret outside the database, so that a stolen copy of the
 * database reveals no code. A plain hash of six digits could be reversed in a moment.
 */
export class SecretBox {
  readonly #hashing: Buffer;
  readonly #sealing: Buffer;

  /** @param secret at least 32 random bytes */
  constructor(secret: Uint8Array, { hashing, sealing }: BoxPurposes) {
    if (secret.length < 32) throw new Error('the secret key must have 32 bytes or more');
    this.#hashing = deriveKey(secret, hashing);
    this.#sealing = deriveKey(secret, sealing);
  }

  /** A keyed hash of a list of fields; different lists have different encodings. */
  hash(fields: readonly (string | number)[]): Buffer {
    return createHmac('sha256', this.#hashing).update(JSON.stringify(fields)).digest();
  }

  /** Encrypts a text and binds it to `place`, which is needed to decrypt it. */
  seal(text: string, place: string): Buffer {
    return this.sealBytes(Buffer.from(text), place);
  }

  /** Encrypts bytes in the same way. */
  sealBytes(bytes: Uint8Array, place: string): Buffer {
    const nonce = randomBytes(nonceLength);
    const cipher = createCipheriv('aes-256-gcm', this.#sealing, nonce, { authTagLength: tagLength });
    cipher.setAAD(Buffer.from(place));
    return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }

  /** The decrypted text; null if the key or place differs or the data was modified. */
  open(sealed: Buffer, place: string): string | null {
    return this.openBytes(sealed, place)?.toString('utf8') ?? null;
  }

  /** The decrypted bytes; null as for `open`. */
  openBytes(sealed: Buffer, place: string): Buffer | null {
    try {
      const nonce = sealed.subarray(0, nonceLength);
      const decipher = createDecipheriv('aes-256-gcm', this.#sealing, nonce, { authTagLength: tagLength });
      decipher.setAAD(Buffer.from(place));
      decipher.setAuthTag(sealed.subarray(-tagLength));
      return Buffer.concat([decipher.update(sealed.subarray(nonceLength, -tagLength)), decipher.final()]);
    } catch {
      return null;
    }
  }
}

/** Makes a box for one purpose, such as `second factors`; every purpose has keys of its own. */
export type BoxFor = (purpose: string) => SecretBox;

/** @param secret at least 32 random bytes, stored outside the database */
export function boxesOf(secret: Uint8Array): BoxFor {
  return (purpose) => new SecretBox(secret, { hashing: `bourse ${purpose} hash`, sealing: `bourse ${purpose} seal` });
}

/** The key for one purpose, from which neither the secret nor the key for another purpose can be computed. */
export function deriveKey(secret: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}

declare module '../parts.ts' {
  interface Parts {
    /** Seals and hashes with keys that are not in the database, for each purpose others. */
    readonly boxFor: BoxFor;
  }
}
