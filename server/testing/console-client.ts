import { hash, randomBytes } from 'node:crypto';
import type { OperatorRole } from '@bourse/contract';
import {
  type ConsoleCall,
  consoleHeader,
  type ConsoleInput,
  type ConsoleOutput,
  consolePrefix,
} from '@bourse/contract/console';
import type { TestDatabase } from '../ground/database/test-database.ts';
import { Front } from '../ground/gateway/front.ts';
import type { VenueOptions } from '../venue/venue-options.ts';
import { RunningVenue } from './running-venue.ts';

/** The envelope of an answer; `data` is null for a refusal. */
export interface ConsoleReply<Data> {
  readonly code: number;
  readonly data: Data;
  readonly error?: string;
  readonly details?: Readonly<Record<string, string | number>>;
  readonly sequence: number;
}

type Input<C extends ConsoleCall> = Partial<Record<keyof ConsoleInput<C> & string, unknown>>;

/** A complete exchange with its operators' console. */
export class ConsoleVenue {
  readonly venue: RunningVenue;
  readonly url: string;

  private constructor(venue: RunningVenue, url: string) {
    this.venue = venue;
    this.url = url;
  }

  static async open(options: Parameters<typeof RunningVenue.open>[0] = {}): Promise<ConsoleVenue> {
    const { console, url } = await consoleFront();
    return new ConsoleVenue(await RunningVenue.open({ ...options, console }), url);
  }

  /** Opens the exchange again on the database of a stopped one. */
  static async openOn(database: TestDatabase, options: Partial<VenueOptions> = {}): Promise<ConsoleVenue> {
    const { console, url } = await consoleFront();
    return new ConsoleVenue(await RunningVenue.openOn(database, { ...options, console }), url);
  }

  /** A new member of staff with a session; the one-time password was entered now unless `steppedUpAtMs` says else. */
  async staff(id: number, roles: readonly OperatorRole[], steppedUpAtMs = Date.now()): Promise<StaffClient> {
    const token = randomBytes(32).toString('base64url');
    // Later than this machine's time on an exchange whose clock a test sets forward.
    const now = Math.max(Date.now(), steppedUpAtMs);
    const { database } = this.venue;
    await database.query(
      `insert into app.staff (id, email, email_key, name, password_hash, state, roles, created_at, enrolled_at)
       values ($1, $2, $2, $3, '', 'active', $4, $5, $5)
       on conflict (id) do update set roles = excluded.roles, state = excluded.state`,
      [id, `staff${id}@example.com`, `Staff ${id}`, roles, now],
    );
    await database.query('delete from app.staff_sessions where staff_id = $1', [id]);
    await database.query(
      `insert into app.staff_sessions (staff_id, token_hash, network, started_at, last_seen_at, stepped_up_at)
       values ($1, $2, '127.0.0.0/24', $3, $3, $4)`,
      [id, hash('sha256', token, 'buffer'), now, steppedUpAtMs],
    );
    return new StaffClient(this.url, id, token);
  }

  async close(): Promise<void> {
    await this.venue.close();
  }
}

/** The reason of actions in tests. */
export const testReason = { reason_code: 'incident', reason: 'Requested in ticket 4711' } as const;

/** The console as a member of staff with a session uses it. */
export class StaffClient {
  readonly id: number;
  /** The value of the session's cookie. */
  readonly token: string;
  readonly #url: string;

  constructor(url: string, id: number, token: string) {
    this.#url = url;
    this.id = id;
    this.token = token;
  }

  /** Makes a call; a call with a reason gets one unless the input has it. Inputs may be invalid. */
  async call<C extends ConsoleCall>(
    call: C,
    input: Input<C>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ConsoleReply<ConsoleOutput<C>>> {
    const isRead = call.method === 'GET';
    const asksReason = call.kind === 'write' || call.kind === 'look';
    const sent = { ...(asksReason ? testReason : {}), ...input };
    const query = isRead ? `?${new URLSearchParams(textsOf(sent)).toString()}` : '';
    const response = await fetch(`${this.#url}${consolePrefix}${call.path}${query}`, {
      method: call.method,
      headers: {
        origin: this.#url,
        cookie: `console=${this.token}`,
        [consoleHeader.name]: consoleHeader.value,
        ...(isRead ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(isRead ? {} : { body: JSON.stringify(sent) }),
    });
    const text = await response.text();
    // The success of a file call is the file itself.
    const isFile = response.headers.get('content-type')?.startsWith('text/csv') === true;
    const reply: unknown = isFile ? { code: 1, data: text, sequence: 0 } : JSON.parse(text);
    return reply as ConsoleReply<ConsoleOutput<C>>;
  }
}

async function consoleFront() {
  const front = new Front();
  const port = await front.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${port}`;
  return { url, console: { front, pageFolder: null, allow: ['127.0.0.1'], origin: url } };
}

function textsOf(input: object): Record<string, string> {
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]));
}
