import { createConnection, type Socket } from 'node:net';
import {
  maxLineBytes,
  type SignAnswer,
  type SignerAnswer,
  signerAnswer,
  type SignerRequest,
  type SignerWallet,
  type SignRefusal,
  type SignRequest,
} from '@bourse/signer/protocol';
import { Value } from 'typebox/value';
import { type Signer, SignerRefused, SignerUnavailable } from './ports.ts';

/** Requests that wait for their answers; further ones are refused. */
const maxWaiting = 256;
const defaultLimitMs = 10_000;

interface Waiting {
  readonly resolve: (answer: SignerAnswer) => void;
  readonly reject: (error: SignerUnavailable) => void;
}

/** A request without its number. */
type Question = SignerRequest extends infer One ? (One extends SignerRequest ? Omit<One, 'id'> : never) : never;

/** Asks the signer's process over its socket. It connects with the first request, and again after an interruption. */
export class SocketSigner implements Signer {
  readonly #path: string;
  readonly #ready: () => Promise<void>;
  readonly #limitMs: number;
  readonly #waiting = new Map<number, Waiting>();
  #socket: Socket | null = null;
  #lastId = 0;
  #isClosed = false;

  /**
   * @param ready resolves when the process listens; a request waits for it within its time limit
   * @param limitMs the time limit of a request
   */
  constructor(path: string, ready: () => Promise<void> = () => Promise.resolve(), limitMs = defaultLimitMs) {
    this.#path = path;
    this.#ready = ready;
    this.#limitMs = limitMs;
  }

  async depositXpub(chain: string): Promise<string> {
    return textOf(await this.#ask({ method: 'depositXpub', chain }));
  }

  async address(chain: string, wallet: SignerWallet): Promise<string> {
    return textOf(await this.#ask({ method: 'address', chain, wallet }));
  }

  async coldAddress(chain: string): Promise<string> {
    return textOf(await this.#ask({ method: 'coldAddress', chain }));
  }

  async slotOf(reference: string): Promise<string> {
    return textOf(await this.#ask({ method: 'slotOf', reference }));
  }

  async check(request: SignRequest): Promise<SignRefusal | null> {
    const answer = await this.#ask({ method: 'check', request });
    if ('checked' in answer) return answer.checked.refusal;
    throw unexpected(answer);
  }

  async sign(request: SignRequest): Promise<SignAnswer> {
    const answer = await this.#ask({ method: 'sign', request });
    if ('answer' in answer) return answer.answer;
    throw unexpected(answer);
  }

  close(): void {
    this.#isClosed = true;
    this.#end('The signer is no longer used.');
  }

  async #ask(question: Question): Promise<SignerAnswer> {
    if (this.#isClosed) throw new SignerUnavailable('The signer is no longer used.');
    if (this.#waiting.size >= maxWaiting) throw new SignerUnavailable('Too many requests wait for the signer.');
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<SignerAnswer>();
    this.#waiting.set(id, { resolve, reject });
    const limit = setTimeout(() => {
      reject(new SignerUnavailable('The signer did not answer in time.'));
      // A process that hangs would collect all further requests as well.
      this.#end('The signer did not answer another request in time.');
    }, this.#limitMs);
    try {
      await Promise.race([this.#ready(), promise]);
      const line = `${JSON.stringify({ id, ...question })}\n`;
      // The signer would end the connection, and with it all other requests.
      if (Buffer.byteLength(line) > maxLineBytes) throw new SignerRefused('The request is too long for the signer.');
      // Closed while it waited.
      if (this.#waiting.has(id)) this.#connected().write(line);
      return await promise;
    } finally {
      clearTimeout(limit);
      this.#waiting.delete(id);
    }
  }

  #connected(): Socket {
    if (this.#socket !== null) return this.#socket;
    const socket = createConnection(this.#path);
    this.#socket = socket;
    let rest = Buffer.alloc(0);
    socket.on('data', (data) => {
      rest = Buffer.concat([rest, data]);
      for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
        this.#take(rest.toString('utf8', 0, end));
        rest = rest.subarray(end + 1);
      }
      if (rest.length > maxLineBytes) socket.destroy(new Error('The answer is too long.'));
    });
    let reason = 'The signer closed the connection.';
    socket.on('error', (error) => {
      reason = `The signer cannot be reached: ${error.message}`;
    });
    socket.on('close', () => {
      if (this.#socket === socket) this.#end(reason);
    });
    return socket;
  }

  #take(line: string): void {
    const answer = parsed(line);
    if (!Value.Check(signerAnswer, answer)) {
      this.#end('The signer answered something unknown.');
      return;
    }
    if (answer.id === null) this.#end(textOfError(answer));
    else this.#waiting.get(answer.id)?.resolve(answer);
  }

  /** Ends the connection; all requests in progress can be repeated. */
  #end(reason: string): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.destroy();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new SignerUnavailable(reason));
  }
}

function textOf(answer: SignerAnswer): string {
  if ('text' in answer) return answer.text;
  throw unexpected(answer);
}

function unexpected(answer: SignerAnswer): SignerRefused {
  return new SignerRefused(`The signer refused the request: ${textOfError(answer)}`);
}

function textOfError(answer: SignerAnswer): string {
  return 'error' in answer ? answer.error : 'unexpected answer';
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
