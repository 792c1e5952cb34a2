import { code, header, type Call, type CallInput, type CallOutput } from '@bourse/contract';
import { login, register } from '@bourse/contract/identity';

/** A call without success: the refusal's error key, or `network` when there was no answer. */
export class Refused extends Error {
  readonly key: string;
  readonly details: unknown;
  constructor(key: string, message: string, details: unknown) {
    super(`${key}: ${message}`);
    this.key = key;
    this.details = details;
  }
}

/** A client of the HTTP API that makes the same calls as the page. */
export class Client {
  readonly #url: string;
  readonly #language: string;
  #device: string;
  #token = '';
  #account = '';

  /** A login from an unknown device requires a code; the registration issues an id by which the device is known. */
  constructor(url: string, language = 'en', device = 'e2e-client') {
    this.#url = url;
    this.#language = language;
    this.#device = device;
  }

  get url(): string {
    return this.#url;
  }

  get deviceId(): string {
    return this.#device;
  }

  /** The account that has logged in. */
  get account(): string {
    return this.#account;
  }

  get token(): string {
    return this.#token;
  }

  /** Makes a call; resolves with its data or rejects with `Refused`. */
  async call<C extends Call>(call: C, input: CallInput<C>, idempotencyKey?: string): Promise<CallOutput<C>> {
    const headers: Record<string, string> = { [header.language]: this.#language, [header.device]: this.#device };
    if (this.#token !== '') headers[header.session] = this.#token;
    if (idempotencyKey !== undefined) headers[header.idempotencyKey] = idempotencyKey;
    const url = new URL(`/api/${call.path}`, this.#url);
    const init: RequestInit = { method: call.method, headers };
    if (call.method === 'GET') {
      for (const [name, value] of Object.entries(input)) url.searchParams.set(name, String(value));
    } else {
      headers['content-type'] = 'application/json';
      init.body = JSON.stringify(input);
    }
    const response = await fetch(url, init).catch((fault: unknown) => {
      throw new Refused('network', String(fault), null);
    });
    const answer: unknown = await response.json();
    if (!isAnswer(answer)) throw new Refused('network', `not an envelope: ${JSON.stringify(answer)}`, null);
    if (answer.code !== code.success) throw new Refused(answer.error ?? '', answer.message, answer.details);
    return answer.data;
  }

  /** Registers a new user and logs in. */
  async join(account: string, inviteCode: string, password = 'Journey2026'): Promise<void> {
    const phone = germanPhone(account);
    const name = phone === null ? { account, type: 'email' } : { account: phone, type: 'mobile', area_id: 276 };
    const person = { ...name, password, re_password: password, invite_code: inviteCode };
    this.#device = (await this.call(register, person)).device_id;
    await this.logIn(account, password);
  }

  /** Continues a session that a page has. */
  resume(token: string, account = ''): void {
    this.#token = token;
    this.#account = account;
  }

  async logIn(account: string, password = 'Journey2026'): Promise<void> {
    const phone = germanPhone(account);
    const name =
      phone === null ? { account, login_type: 'email' } : { account: phone, login_type: 'mobile', country_code: '49' };
    const session = await this.call(login, { ...name, password });
    this.#token = session.token;
    this.#device = session.device_id;
    this.#account = account;
  }
}

/** The number without its dialling code of an account such as +4915550101; null for an e-mail address. */
export function germanPhone(account: string): string | null {
  return account.startsWith('+49') ? account.slice(3) : null;
}

interface Answer {
  code: number;
  message: string;
  // Typed by the contract of the called route.
  data: never;
  error?: string;
  details?: unknown;
}

export function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && 'code' in value && 'message' in value && 'data' in value;
}
