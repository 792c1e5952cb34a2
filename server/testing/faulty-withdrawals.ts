import type { WalletMovement } from '@bourse/contract/wallet';
import { vi } from 'vitest';
import { FaultyWorld } from './faulty-world.ts';
import { checkMoney } from './money-laws.ts';
import { type Person, type Reply, RunningVenue } from './running-venue.ts';
import { submitDocuments, withdraw } from './withdrawing.ts';

/** An exchange in a faulty world with a user who withdraws; its clock can be set forward. */
export class FaultyWithdrawals {
  readonly world: FaultyWorld;
  venue: RunningVenue;
  ann: Person;
  #aheadMs = 0;
  #requests = 0;
  #people = 0;

  private constructor(world: FaultyWorld, venue: RunningVenue, ann: Person) {
    this.world = world;
    this.venue = venue;
    this.ann = ann;
  }

  /** @param second answers of a second node that the exchange asks too; null for none */
  static async open(second: FaultyWorld['second'] = null): Promise<FaultyWithdrawals> {
    const world = FaultyWorld.open();
    world.second = second;
    const settings = { demo_review_seconds: 0, draw_day_usd_1: 500_000, draw_auto_usd: 5_000 };
    let opened: FaultyWithdrawals | null = null;
    const now = (): number => Date.now() + (opened === null ? 0 : opened.#aheadMs);
    const venue = await RunningVenue.open({ ...world.options, settings, now });
    opened = new FaultyWithdrawals(world, venue, await registered(venue, 0));
    return opened;
  }

  /** Another user withdraws from now on: the codes of each are limited. */
  async register(): Promise<void> {
    this.#people += 1;
    this.ann = await registered(this.venue, this.#people);
  }

  /** The clock of the exchange goes forward. */
  pass(milliseconds: number): void {
    this.#aheadMs += milliseconds;
  }

  /** An address outside that no other withdrawal of the test pays. */
  receiver(): string {
    this.#requests += 1;
    return `0x90000000000000000000000000000000000${String(this.#requests).padStart(5, '0')}`;
  }

  async request(address = this.receiver()): Promise<Reply<WalletMovement>> {
    return withdraw(this.venue, this.ann, { number: '110', address });
  }

  /** Requests a withdrawal of 110 USDT, 10 of them fee. */
  async withdraw(address = this.receiver()): Promise<number> {
    const { body } = await this.request(address);
    if (body.code !== 1) throw new Error(body.error);
    return body.data.id;
  }

  /** Requests a withdrawal of 0.1 ETH, the coin of the chain. */
  async withdrawCoin(address = this.receiver()): Promise<number> {
    const coin = { currency_id: 2, currency_protocol_id: 2 };
    const { body } = await withdraw(this.venue, this.ann, { ...coin, number: '0.1', address });
    if (body.code !== 1) throw new Error(body.error);
    return body.data.id;
  }

  async cancel(id: number): Promise<void> {
    const { body } = await this.ann.post('account/draw_cancel', { id });
    if (body.code !== 1) throw new Error(body.error);
  }

  /** The stages of a withdrawal and of its payment, such as `broadcast sent`. */
  async stages(id: number): Promise<string> {
    const [row] = await this.venue.database.query<{ stages: string }>(
      `select concat_ws(' ', w.stage, o.stage) as stages from app.withdrawals w
        left join app.outgoing o on o.reference = 'withdrawal/' || w.id where w.id = $1`,
      [id],
    );
    return row?.stages ?? '';
  }

  async until(id: number, stages: string): Promise<void> {
    await this.wait(async () => (await this.stages(id)) === stages);
  }

  /** Waits for a stage that ends a withdrawal, and until the ledger has booked it: only then its money has moved. */
  async untilBooked(id: number, stages: string): Promise<void> {
    await this.until(id, stages);
    await this.wait(async () => {
      const [row] = await this.venue.database.query<{ booked: boolean }>(
        'select booked from app.withdrawals where id = $1',
        [id],
      );
      return row?.booked === true;
    });
  }

  async wait(isTrue: () => boolean | Promise<boolean>): Promise<void> {
    await vi.waitUntil(isTrue, { interval: 10, timeout: 60_000 });
  }

  /** Mines until the payment of a withdrawal is settled. */
  async settle(id: number): Promise<void> {
    await this.wait(() => this.world.chain.pending.length > 0);
    this.world.world.mine(6);
    await this.until(id, 'confirmed paid');
  }

  /** The reason of a payment. */
  async reason(id: number): Promise<string | null> {
    const [row] = await this.venue.database.query<{ reason: string | null }>(
      `select reason from app.outgoing where reference = 'withdrawal/' || $1::text`,
      [id],
    );
    return row?.reason ?? null;
  }

  /** The attempts of a payment in their order. */
  async attempts(id: number): Promise<readonly AttemptRow[]> {
    return this.venue.database.query<AttemptRow>(
      `select a.kind, a.hash, a.height, a.max_fee, a.priority_fee from app.attempts a
        join app.outgoing o on o.id = a.outgoing_id where o.reference = 'withdrawal/' || $1::text order by a.id`,
      [id],
    );
  }

  async balance(): Promise<{ readonly available: string; readonly locked: string }> {
    return this.ann.balance(3);
  }

  /** Starts the exchange again on the same database, in an honest world. */
  async restart({ database } = this.venue): Promise<void> {
    await this.stop();
    await this.open(database);
  }

  async stop(): Promise<void> {
    await this.venue.stop();
    this.world.mend();
  }

  async open(database: RunningVenue['database']): Promise<void> {
    this.venue = await RunningVenue.openOn(database, {
      ...this.world.options,
      now: () => Date.now() + this.#aheadMs,
    });
    this.ann = this.ann.on(this.venue);
  }

  async check(): Promise<void> {
    this.world.mend();
    await checkMoney({ venue: this.venue, world: this.world, people: [this.ann] });
  }

  async close(): Promise<void> {
    await this.venue.close();
    this.world.close();
  }
}

async function registered(venue: RunningVenue, number: number): Promise<Person> {
  const person = await venue.person(`ann-${number}`);
  await submitDocuments(venue, person);
  return person;
}

interface AttemptRow {
  readonly kind: 'payment' | 'cancel';
  readonly hash: string | null;
  readonly height: string | null;
  readonly max_fee: string;
  readonly priority_fee: string;
}
