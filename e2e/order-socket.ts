import { code, type CallInput, type CallOutput, type SocketCall } from '@bourse/contract';
import { isAnswer, Refused, type Client } from './client.ts';

interface Waiting {
  readonly resolve: (data: never) => void;
  readonly reject: (fault: Error) => void;
}

/** A user's socket for orders, opened on demand and again after it broke. Calls pending at a break fail. */
export class OrderSocket {
  readonly #client: Client;
  readonly #waiting = new Map<string, Waiting>();
  #socket: Promise<WebSocket> | null = null;
  #asked = 0;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Makes a call; resolves with its data or rejects with `Refused`. */
  async call<C extends SocketCall>(call: C, params: CallInput<C>, key?: string): Promise<CallOutput<C>> {
    this.#socket ??= this.#open();
    const socket = await this.#socket;
    const id = String((this.#asked += 1));
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      socket.send(JSON.stringify({ type: call.type, id, params, ...(key === undefined ? {} : { key }) }));
      // A socket that has closed meanwhile drops messages silently.
      if (socket.readyState !== WebSocket.OPEN) this.#breakOff('the socket is closed');
    });
  }

  /** Resolves after the login is acknowledged. */
  #open(): Promise<WebSocket> {
    const url = new URL('/ws', this.#client.url);
    url.protocol = 'ws:';
    const socket = new WebSocket(url);
    return new Promise((resolve, reject) => {
      socket.addEventListener('open', () => {
        socket.send(JSON.stringify({ type: 'login', params: this.#client.token }));
      });
      socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        const message: unknown = JSON.parse(String(data));
        if (isOfType(message, 'login')) resolve(socket);
        else if (isOfType(message, 'error')) socket.close();
        else this.#hear(message);
      });
      socket.addEventListener('close', () => {
        this.#socket = null;
        reject(new Refused('network', 'the socket could not be opened', null));
        this.#breakOff('the socket broke');
      });
    });
  }

  #hear(message: unknown): void {
    if (!isAnswer(message) || !('id' in message) || typeof message.id !== 'string') return;
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.code === code.success) waiting?.resolve(message.data);
    else waiting?.reject(new Refused(message.error ?? '', message.message, message.details));
  }

  #breakOff(reason: string): void {
    for (const { reject } of this.#waiting.values()) reject(new Refused('network', reason, null));
    this.#waiting.clear();
  }
}

function isOfType(message: unknown, type: string): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === type;
}
