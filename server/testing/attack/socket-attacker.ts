import { once } from 'node:events';
import { connect } from 'node:net';
import { type SocketCall, code } from '@bourse/contract';
import { WebSocket } from 'ws';
import { recordAcknowledged } from './acknowledged.ts';
import { brokenFrames, handshake } from './broken-frames.ts';
import { parsed } from './json.ts';
import { drawSocketShot, isServerMessage, judgeAnswer, type SocketShot } from './socket-shots.ts';
import type { Sender } from './shots.ts';
import { shown, type Tally } from './tally.ts';

/** Including the ping after each message, this stays below the rate limit of a connection. */
const shotsOfConnection = 40;

/** The time limit of an answer. */
const patienceMs = 20_000;

export interface SocketAttack {
  readonly url: string;
  readonly calls: readonly SocketCall[];
  readonly sender: Sender;
  readonly name: string;
  readonly tally: Tally;
}

/**
 * An attacker on the socket. It sends each message followed by a `ping`, so that all immediate reactions have arrived
 * when the `pong` does; answers of calls may arrive later.
 */
export class SocketAttacker {
  readonly #attack: SocketAttack;
  #sent = 0;

  constructor(attack: SocketAttack) {
    this.#attack = attack;
  }

  async send(messages: number): Promise<void> {
    while (this.#sent < messages && !this.#attack.tally.isHopeless) {
      await this.#breakTheProtocol();
      const client = await Client.open(this.#attack.url);
      const { person } = this.#attack.sender;
      if (person !== null) {
        client.say(JSON.stringify({ type: 'login', params: person.token }));
        await client.until(({ text }) => text.includes('"login"') || text.includes('"error"'));
      }
      for (let n = 0; n < shotsOfConnection && this.#sent < messages && client.isOpen; n += 1) {
        if (!(await this.#sendOne(client))) break;
      }
      client.end();
    }
  }

  /** Sends one message. Returns whether the connection is still usable. */
  async #sendOne(client: Client): Promise<boolean> {
    const { calls, sender, tally } = this.#attack;
    this.#sent += 1;
    const shot = drawSocketShot(calls, sender, this.#sent);
    const aim = shot.call?.declared.type ?? 'socket';
    const from = client.heard.length;
    client.say(shot.data, sender.chance.happens(0.2) ? 1 + sender.chance.below(5) : 1);
    client.say('ping');
    await client.until(({ text }) => text === 'pong', from);
    const answer = shot.call === null ? null : await this.#answerTo(client, shot, from);
    const heard = client.heard.slice(from);
    const sentences = heard.flatMap(({ text }) =>
      text === 'pong' || isServerMessage(parsed(text)) ? [] : [`unexpected message ${text}`],
    );
    const refusals = heard.filter(({ text }) => text.includes('"message_invalid"'));
    if (shot.invalid && client.isOpen && refusals.length !== 1) sentences.push('an invalid message was not refused');
    if (answer === null)
      tally.note(shot.what, aim, shot.invalid ? 'message_invalid' : client.isOpen ? 'heard' : 'hung up');
    else sentences.push(...answer.sentences);
    if (!client.isOpen && !mayEnd(shot)) sentences.push(`the connection was closed: ${client.closed ?? ''}`);
    if (sentences.length > 0) {
      const answered = heard.map(({ text }) => shown(text)).join('\n');
      tally.fail({ sentences, who: `${this.#attack.name}, ${shot.what}, ${aim}`, sent: shown(shot.data), answered });
    }
    // A failed login ends the previous session.
    return client.isOpen && !shot.data.includes('login');
  }

  async #answerTo(client: Client, shot: SocketShot, from: number): Promise<{ readonly sentences: readonly string[] }> {
    const { person } = this.#attack.sender;
    const { call } = shot;
    const isAnswer = (message: unknown): message is object =>
      typeof message === 'object' &&
      message !== null &&
      'id' in message &&
      message.id === call?.id &&
      'code' in message;
    const found = await client.until(({ text }) => isAnswer(parsed(text)), from);
    if (found === undefined) {
      this.#attack.tally.note(shot.what, call?.declared.type ?? '', 'hung up');
      return { sentences: [] };
    }
    const message = parsed(found.text);
    const { complaints, outcome } = judgeAnswer(shot, message);
    const name = outcome === null ? 'none' : outcome.code === code.success ? 'success' : outcome.error;
    this.#attack.tally.note(shot.what, call?.declared.type ?? '', name);
    if (outcome?.code !== code.success || person === null || call === null) return { sentences: complaints };
    return { sentences: [...complaints, ...recordAcknowledged(call.declared, call.input, outcome.data, person)] };
  }

  /** Uses a separate connection, which the server closes or which is dropped if the server tolerates the frames. */
  async #breakTheProtocol(): Promise<void> {
    const { sender, tally, url } = this.#attack;
    const [what, bytes] = sender.chance.pick(brokenFrames);
    const line = connect({ port: Number(new URL(url).port), host: '127.0.0.1' }).on('error', () => undefined);
    let received = '';
    line.on('data', (some: Buffer) => (received += some.toString('latin1')));
    line.write(handshake);
    await once(line, 'data');
    const closed = once(line, 'close');
    line.write(bytes);
    await Promise.race([closed, once(line, 'data')]);
    line.destroy();
    if (!received.startsWith('HTTP/1.1 101')) {
      tally.fail({
        sentences: ['the socket handshake failed'],
        who: this.#attack.name,
        sent: what,
        answered: shown(received),
      });
    }
    tally.note('socket frames', 'socket', 'truncated');
  }
}

/** A message above the size limit ends its connection. */
function mayEnd({ data }: SocketShot): boolean {
  return Buffer.byteLength(data) > 16_384;
}

interface Heard {
  readonly text: string;
}

class Client {
  readonly heard: Heard[] = [];
  closed: string | null = null;
  readonly #socket: WebSocket;
  #wake: () => void = () => undefined;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data: Buffer) => {
      this.heard.push({ text: data.toString() });
      this.#wake();
    });
    socket.on('error', () => undefined);
    socket.on('close', (status, reason) => {
      this.closed = `${status} ${reason.toString()}`;
      this.#wake();
    });
  }

  static async open(url: string): Promise<Client> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`);
    const client = new Client(socket);
    await once(socket, 'open');
    return client;
  }

  get isOpen(): boolean {
    return this.closed === null;
  }

  /** Sends a message as one frame or in several fragments, split at arbitrary bytes. */
  say(data: string | Buffer, fragments = 1): void {
    const bytes = Buffer.from(data);
    for (let n = 0; n < fragments; n += 1) {
      const from = Math.floor((bytes.length * n) / fragments);
      const fragment = bytes.subarray(from, Math.floor((bytes.length * (n + 1)) / fragments));
      this.#socket.send(fragment, { binary: typeof data !== 'string', fin: n === fragments - 1 });
    }
  }

  end(): void {
    this.#socket.terminate();
  }

  /** The first matching message from index `from` on; undefined if the connection ends first. */
  async until(fits: (heard: Heard) => boolean, from = 0): Promise<Heard | undefined> {
    for (let at = from; ; at += 1) {
      while (at >= this.heard.length) {
        if (this.closed !== null) return undefined;
        await this.#news();
      }
      const heard = this.heard[at];
      if (heard !== undefined && fits(heard)) return heard;
    }
  }

  async #news(): Promise<void> {
    const { promise, reject, resolve } = Promise.withResolvers<void>();
    const limit = setTimeout(() => {
      reject(new Error('no answer arrived in time'));
    }, patienceMs);
    this.#wake = resolve;
    await promise.finally(() => {
      clearTimeout(limit);
    });
  }
}
