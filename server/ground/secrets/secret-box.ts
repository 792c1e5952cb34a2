import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const nonceLength = 12;
const tagLength = 16;

/** The purposes of a box's two keys. Boxes with other purposes have other keys. */
export interface BoxPurposes {
  readonly hashing: string;
  readonly sealing: string;
}

/** Secrets outside the database, of at least 32 random bytes each, from which the keys of boxes are derived. */
export interface Secrets {
  /** The first seals, and all open. */
  readonly sealing: readonly Uint8Array[];
  /** Hashes cannot be computed again, so this one stays when the others are replaced. */
  readonly hashing: Uint8Array;
}

interface SealingKey {
  /** The first bytes of what the key seals. */
  readonly prefix: Buffer;
  readonly key: Buffer;
}

/**
 * Hashes codes and encrypts texts with keys derived from secrets outside the database, so that a stolen copy of the
 * database reveals no code. A plain hash of six digits could be reversed in a moment.
 */
export class SecretBox {
  readonly #hashing: Buffer;
  readonly #sealing: readonly SealingKey[];

  /** @param secrets a single secret serves for both */
  constructor(secrets: Secrets | Uint8Array, purposes: BoxPurposes) {
    const { hashing, sealing } = 'sealing' in secrets ? secrets : { hashing: secrets, sealing: [secrets] };
    if ([hashing, ...sealing].some(({ length }) => length < 32) || sealing.length === 0)
      throw new Error('the secret key must have 32 bytes or more');
    this.#hashing = deriveKey(hashing, purposes.hashing);
    this.#sealing = sealing.map((secret) => ({
      prefix: sealedPrefix(secret),
      key: deriveKey(secret, purposes.sealing),
    }));
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
    const [first] = this.#sealing;
    if (first === undefined) throw new Error('a box has no key');
    const nonce = randomBytes(nonceLength);
    const cipher = createCipheriv('aes-256-gcm', first.key, nonce, { authTagLength: tagLength });
    cipher.setAAD(Buffer.from(place));
    return Buffer.concat([first.prefix, nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }

  /** The decrypted text; null if the key or place differs or the data was modified. */
  open(sealed: Buffer, place: string): string | null {
    return this.openBytes(sealed, place)?.toString('utf8') ?? null;
  }

  /** The decrypted bytes; null as for `open`. */
  openBytes(sealed: Buffer, place: string): Buffer | null {
    const named = this.#sealing.find(({ prefix }) => sealed.subarray(0, prefix.length).equals(prefix));
    const opened = named === undefined ? null : decrypted(named.key, sealed.subarray(named.prefix.length), place);
    if (opened !== null) return opened;
    // Earlier versions did not name the key; the tag shows which one it was.
    for (const { key } of this.#sealing) {
      const old = decrypted(key, sealed, place);
      if (old !== null) return old;
    }
    return null;
  }
}

function decrypted(key: Buffer, sealed: Buffer, place: string): Buffer | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceLength), {
      authTagLength: tagLength,
    });
    decipher.setAAD(Buffer.from(place));
    decipher.setAuthTag(sealed.subarray(-tagLength));
    return Buffer.concat([decipher.update(sealed.subarray(nonceLength, -tagLength)), decipher.final()]);
  } catch {
    return null;
  }
}

/** The bytes before everything that a secret seals: a mark, and the id of the key. */
export function sealedPrefix(secret: Uint8Array): Buffer {
  return Buffer.concat([mark, deriveKey(secret, 'bourse key id').subarray(0, idLength)]);
}

/** The id of the key that something was sealed with, as hexadecimal text; null if an earlier version sealed it. */
export function keyIdOf(sealed: Buffer): string | null {
  if (!sealed.subarray(0, mark.length).equals(mark)) return null;
  return sealed.subarray(mark.length, mark.length + idLength).toString('hex');
}

const mark = Buffer.from([0xb0, 0x01]);
const idLength = 6;

/** Makes a box for one purpose, such as `second factors`; every purpose has keys of its own. */
export type BoxFor = (purpose: string) => SecretBox;

/** @param secrets stored outside the database */
export function boxesOf(secrets: Secrets | Uint8Array): BoxFor {
  return (purpose) => new SecretBox(secrets, purposesOf(purpose));
}

export function purposesOf(purpose: string): BoxPurposes {
  return { hashing: `bourse ${purpose} hash`, sealing: `bourse ${purpose} seal` };
}

/** The key for one purpose, from which neither the secret nor the key for another purpose can be computed. */
function deriveKey(secret: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}

declare module '../parts.ts' {
  interface Parts {
    /** Seals and hashes with keys that are not in the database, for each purpose others. */
    readonly boxFor: BoxFor;
  }
}
