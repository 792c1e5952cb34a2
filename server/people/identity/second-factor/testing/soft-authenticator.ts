import { generateKeyPairSync, hash, randomBytes, sign } from 'node:crypto';

type CborValue = number | string | Buffer | ReadonlyMap<number | string, CborValue>;

/** The changes of a forged answer. */
export interface Forged {
  /** The origin of the page; by default that of the authenticator. */
  readonly origin?: string;
  readonly rpId?: string;
  /** False if the authenticator did not verify its user. */
  readonly verified?: boolean;
  readonly userHandle?: string;
  readonly counter?: number;
  /** The format and statement of an attestation. */
  readonly attestation?: readonly [format: string, statement: ReadonlyMap<string, CborValue>];
}

/** An authenticator in software with one resident key (ES256), for tests. */
export class SoftAuthenticator {
  readonly #origin: string;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #id = randomBytes(32);
  #userHandle = '';
  #counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** The answer to the options of `add`. */
  create(options: string, forged: Forged = {}): string {
    const { challenge, rp, user } = JSON.parse(options) as {
      challenge: string;
      rp: { id: string };
      user: { id: string };
    };
    this.#userHandle = user.id;
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = new Map<number, CborValue>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.#id, cbor(key)]);
    const authData = Buffer.concat([this.#data(rp.id, 0x40, forged), credential]);
    const [format, statement] = forged.attestation ?? ['none', new Map<string, CborValue>()];
    const attestation = new Map<string, CborValue>([
      ['fmt', format],
      ['attStmt', statement],
      ['authData', authData],
    ]);
    return this.#answer({
      clientDataJSON: this.#client('webauthn.create', challenge, forged),
      attestationObject: cbor(attestation).toString('base64url'),
      transports: ['internal'],
    });
  }

  /** The answer to the options of `proof`. */
  get(options: string, forged: Forged = {}): string {
    const { challenge, rpId } = JSON.parse(options) as { challenge: string; rpId: string };
    this.#counter += 1;
    const authData = this.#data(rpId, 0, forged);
    const client = this.#client('webauthn.get', challenge, forged);
    const signed = Buffer.concat([authData, hash('sha256', Buffer.from(client, 'base64url'), 'buffer')]);
    return this.#answer({
      clientDataJSON: client,
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
      userHandle: forged.userHandle ?? this.#userHandle,
    });
  }

  #answer(response: object): string {
    const id = this.#id.toString('base64url');
    return JSON.stringify({ id, rawId: id, type: 'public-key', response, clientExtensionResults: {} });
  }

  #client(type: string, challenge: string, { origin = this.#origin }: Forged): string {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url');
  }

  #data(
    rpId: string,
    more: number,
    { counter = this.#counter, rpId: forgedId = rpId, verified = true }: Forged,
  ): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([
      hash('sha256', forgedId, 'buffer'),
      Buffer.from([0x01 | (verified ? 0x04 : 0) | more]),
      count,
    ]);
  }
}

/** Encodes the few kinds of values that authenticators use. */
function cbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, entry]) => [cbor(key), cbor(entry)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  const long = Buffer.from([(major << 5) | 25, 0, 0]);
  long.writeUInt16BE(length, 1);
  return long;
}
