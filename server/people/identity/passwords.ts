import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { plainPassword } from '@bourse/contract/identity';
import { FairTurns, siteOf } from '../../ground/gateway/index.ts';

/** Argon2id with 19 MiB, 2 passes and one lane: about 20 ms on one CPU. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const tagLength = 32;
const saltLength = 16;
const maxQueueLength = 64;

/** Limits of concurrent and of waiting hash computations. */
export interface PasswordLimits {
  readonly atOnce: number;
  readonly waiting: number;
}

const defaultLimits: PasswordLimits = {
  atOnce: Math.max(1, Math.floor(availableParallelism() / 2)),
  waiting: maxQueueLength,
};

/**
 * Computes password hashes, a few at a time and alternating between client networks, so that a flood of logins leaves
 * CPU time for trading and for other clients. Hashes are stored in the standard form
 * `$argon2id$v=19$m=…,t=…,p=…$salt$tag`.
 */
export class Passwords {
  readonly #turns: FairTurns;
  /** Used in place of the hash of a missing account, so that both cases take the same time. */
  readonly #dummy = encode(randomBytes(saltLength), randomBytes(tagLength));

  constructor(limits: PasswordLimits = defaultLimits) {
    this.#turns = new FairTurns(limits);
  }

  /** The stored form of a password. Throws `TurnsBusy` if too many computations are waiting. */
  async hash(password: string, network: string): Promise<string> {
    const salt = randomBytes(saltLength);
    return encode(salt, await this.#compute(password, salt, network));
  }

  /** Whether a password matches a stored hash; false for null, after the same time. Throws `TurnsBusy`. */
  async matches(password: string, stored: string | null, network: string): Promise<boolean> {
    const { salt, tag } = decode(stored ?? this.#dummy);
    const computed = await this.#compute(password, salt, network);
    return timingSafeEqual(computed, tag) && stored !== null;
  }

  async #compute(password: string, salt: Buffer, network: string): Promise<Buffer> {
    return this.#turns.run(siteOf(network), () => derive(password, salt));
  }
}

async function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2('argon2id', { ...cost, message: plainPassword(password), nonce: salt, tagLength }, (error, tag) => {
      if (error === null) resolve(tag);
      else reject(error);
    });
  });
}

function encode(salt: Buffer, tag: Buffer): string {
  const parameters = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`;
  return `$argon2id$v=19$${parameters}$${unpadded(salt)}$${unpadded(tag)}`;
}

/** Throws if the hash has other cost parameters; such hashes need an explicit migration. */
function decode(stored: string): { salt: Buffer; tag: Buffer } {
  const [, name, version, parameters, salt, tag] = stored.split('$');
  const expected = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`;
  if (name !== 'argon2id' || version !== 'v=19' || parameters !== expected || salt === undefined || tag === undefined) {
    throw new Error('unsupported format of a stored password hash');
  }
  return { salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
