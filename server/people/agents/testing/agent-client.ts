import { agentCalls } from '@bourse/contract/console';
import { ManualTime } from '../../../ground/core/testing/manual-time.ts';
import { ConsoleVenue, type StaffClient } from '../../../testing/console-client.ts';
import { application, Person, type RunningVenue, testPassword } from '../../../testing/running-venue.ts';
import { documentsOf } from '../../../testing/submitted-documents.ts';

const dayMs = 86_400_000;

/** An exchange with a console whose clock the test moves from noon of a day. */
export class AgentVenue {
  readonly time: ManualTime;
  console: ConsoleVenue;

  private constructor(time: ManualTime, console: ConsoleVenue) {
    this.time = time;
    this.console = console;
  }

  static async open(settings: Readonly<Record<string, unknown>> = {}): Promise<AgentVenue> {
    const time = new ManualTime(Math.floor(Date.now() / dayMs) * dayMs + dayMs / 2);
    return new AgentVenue(time, await ConsoleVenue.open({ ...optionsOf(time), settings }));
  }

  /** Opens the exchange again after it was stopped. */
  async resume(): Promise<void> {
    this.console = await ConsoleVenue.openOn(this.venue.database, optionsOf(this.time));
  }

  get venue(): RunningVenue {
    return this.console.venue;
  }

  /** The exchange is down for some time. Sessions last longer. */
  async downFor(ms: number): Promise<void> {
    const { database } = this.venue;
    await this.venue.stop();
    this.time.pass(ms);
    const longer = 'expires_at = expires_at + 31536000000, ends_at = ends_at + 31536000000';
    await database.query(`update app.sessions set ${longer}`);
    this.console = await ConsoleVenue.openOn(database, optionsOf(this.time));
  }

  /** The next UTC day begins while the exchange is down. */
  async nextDay(): Promise<void> {
    await this.downFor(dayMs);
  }

  async finance(id = 31): Promise<StaffClient> {
    return this.console.staff(id, ['finance'], this.time.wallMs());
  }
}

function optionsOf(time: ManualTime) {
  return { time: { time }, now: () => time.wallMs(), elapsed: () => Date.now() };
}

/** Gives a person documents of its own that were accepted. */
export async function verify(venue: RunningVenue, person: Person): Promise<void> {
  await documentsOf(venue, person, Date.now());
  await venue.database.query(
    `update app.verifications set status = 'approved', card_key = decode(md5(user_id::text), 'hex') where user_id = $1`,
    [person.id],
  );
}

/** The terms of an agent for the console. */
export function termsOf(person: Person, more: Readonly<Record<string, unknown>> = {}) {
  return { user_id: person.id, version: 0, state: 'active', share_ppm: 200_000, limits: [], ...more };
}

/** A verified person whom finance has made an agent. */
export async function openAgent(
  at: AgentVenue,
  name: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Person> {
  const person = await at.venue.person(name);
  await verify(at.venue, person);
  await setAgent(at, person, more);
  return person;
}

export async function setAgent(
  at: AgentVenue,
  person: Person,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const { error } = await (await at.finance()).call(agentCalls.setAgent, termsOf(person, more));
  if (error !== undefined) throw new Error(error);
}

/** A person who registers with the invitation code of another one. */
export async function joinBy(venue: RunningVenue, name: string, inviter: Person): Promise<Person> {
  const account = `${name}@example.com`;
  const invite_code = await inviteCodeOf(venue, inviter);
  const registered = await venue.post<{ id: number; device_id: string }>(
    'user/register',
    application({ account, invite_code }),
  );
  if (registered.body.code !== 1) throw new Error(registered.body.error);
  const { device_id: flag, id } = registered.body.data;
  const login = await venue.post<{ token: string }>('user/login', { account, password: testPassword }, { flag });
  return new Person(venue, account, id, login.body.data.token);
}

export async function inviteCodeOf(venue: RunningVenue, { id }: Person): Promise<string> {
  const [row] = await venue.database.query<{ invite_code: string }>('select invite_code from app.users where id = $1', [
    id,
  ]);
  return row?.invite_code ?? '';
}

export async function codeOf(person: Person): Promise<string> {
  const { body } = await person.get<{ code: string }>('user/authorization_code');
  if (body.code !== 1) throw new Error(body.error);
  return body.data.code;
}

/** The buyer takes the offer of the seller; both pay their fees. */
export async function trade(buyer: Person, seller: Person, amount: string, price = '60000'): Promise<void> {
  for (const { body } of [await seller.sell(1, amount, price), await buyer.buy(1, amount, price)])
    if (body.code !== 1) throw new Error(body.error);
}
