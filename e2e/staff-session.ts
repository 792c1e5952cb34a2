import { setTimeout as pause } from 'node:timers/promises';
import {
  type ConsoleCall,
  consoleHeader,
  type ConsoleInput,
  type ConsoleOutput,
  consolePrefix,
  sessionCalls,
} from '@bourse/contract/console';
import { oneTimeCode, stepMs } from './one-time-code.ts';
import { consoleOf, operator } from './operator.ts';
import type { Venue } from './venue.ts';

const password = 'violet kettle 9 rivers';

/** A member of staff with a session of the console, without a browser. The console has to keep its address. */
export class StaffSession {
  readonly #url: string;
  #cookie = '';
  #secret = '';

  private constructor(url: string) {
    this.#url = url;
  }

  /** Sets up access with the link that the operator command prints, and logs in. */
  static async enrol(venue: Venue, email: string, ...roles: readonly string[]): Promise<StaffSession> {
    const session = new StaffSession(await consoleOf(venue));
    const [, token = ''] = /#([\w-]+)/.exec(await operator(venue, 'create', email, ...roles)) ?? [];
    const { uri } = await session.call(sessionCalls.enrolment, { token });
    const secret = new URL(uri).searchParams.get('secret') ?? '';
    // The three codes are valid together only while none of their times has passed.
    while (Date.now() % stepMs > stepMs / 2) await pause(100);
    const [first_code, second_code] = [oneTimeCode(secret, -1), oneTimeCode(secret, 0)];
    await session.call(sessionCalls.enrol, { token, password, first_code, second_code });
    await session.call(sessionCalls.login, { email, password, code: oneTimeCode(secret, 1) });
    session.#secret = secret;
    return session;
  }

  /** Makes a call; proves the second factor again where the last proof is too old for it. */
  async call<C extends ConsoleCall>(call: C, input: ConsoleInput<C>): Promise<ConsoleOutput<C>> {
    const answer = await this.#send(call, input);
    if (answer.error !== 'step_up_needed') return dataOf(call, answer);
    dataOf(sessionCalls.stepUp, await this.#send(sessionCalls.stepUp, { code: oneTimeCode(this.#secret, 0) }));
    return dataOf(call, await this.#send(call, input));
  }

  async #send<C extends ConsoleCall>(call: C, input: ConsoleInput<C>): Promise<Answer<C>> {
    const isRead = call.method === 'GET';
    const url = new URL(`${consolePrefix}${call.path}`, this.#url);
    if (isRead) for (const [name, value] of Object.entries(input)) url.searchParams.set(name, String(value));
    const response = await fetch(url, {
      method: call.method,
      headers: {
        [consoleHeader.name]: consoleHeader.value,
        origin: this.#url,
        cookie: this.#cookie,
        ...(isRead ? {} : { 'content-type': 'application/json' }),
      },
      ...(isRead ? {} : { body: JSON.stringify(input) }),
    });
    const [cookie] = response.headers.getSetCookie();
    if (cookie !== undefined) this.#cookie = cookie.split(';')[0] ?? '';
    return (await response.json()) as Answer<C>;
  }
}

interface Answer<C extends ConsoleCall> {
  readonly code: number;
  readonly data: ConsoleOutput<C>;
  readonly error?: string;
}

function dataOf<C extends ConsoleCall>(call: C, answer: Answer<C>): ConsoleOutput<C> {
  if (answer.code !== 1) throw new Error(`${call.path}: ${answer.error ?? ''} ${JSON.stringify(answer)}`);
  return answer.data;
}
