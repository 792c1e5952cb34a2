import type { MicroEvidence, MicroOrder } from '@bourse/contract/seconds';
import { evidenceFrom, isProven } from '@bourse/contract/rules';
import { afterEach, expect, test } from 'vitest';
import { demoSources } from '../index-price/index.ts';
import { ManualTime } from '../../ground/core/testing/manual-time.ts';
import { reportPrices } from '../../testing/index-prices.ts';
import { type Person, RunningVenue } from '../../testing/running-venue.ts';

const [btcusdt, usdt] = [1, 3];

/** An exchange on which a contract of 30 s is open, and whose index has a price each half second. */
class Play {
  readonly time = new ManualTime(Date.UTC(2026, 0, 2, 12));
  venue!: RunningVenue;
  ann!: Person;
  contract = 0;

  static async begin(): Promise<Play> {
    const play = new Play();
    play.venue = await RunningVenue.open({ time: { time: play.time } });
    play.ann = await play.venue.person('ann');
    const funds = { currency_id: usdt, balance: '100', from: 'change_account', to: 'micro_account' };
    await play.ann.post('account/transfer', funds);
    await play.prices(60_000);
    const order = { match_id: btcusdt, currency_id: usdt, type: 1, seconds: 30, number: '10' };
    play.contract = (await play.ann.post<MicroOrder>('microtrade/submit', order)).body.data.id;
    return play;
  }

  /** Reports these prices, each after half a second. */
  async prices(...usd: readonly number[]): Promise<void> {
    for (const price of usd) {
      this.time.pass(500);
      await reportPrices(this.venue, { 1: price }, this.time.wallMs());
    }
  }

  /** Stops the exchange for so long. */
  async restart(downMs = 0): Promise<void> {
    const { database } = this.venue;
    await this.venue.stop();
    this.time.pass(downMs);
    this.venue = await RunningVenue.openOn(database, { time: { time: this.time } });
    this.ann = this.ann.on(this.venue);
  }

  /** Sets the machine's clock forward, or back if negative. */
  setClock(byMs: number): void {
    this.time.set(byMs);
    this.time.tick();
  }

  async isOpen(): Promise<boolean> {
    return (await fetch(`${this.venue.url}/readyz`)).ok;
  }

  /** The contract, how its evidence proves it, and the balance and locked amount of its owner. */
  async outcome() {
    const { body } = await this.ann.get<{ readonly data: readonly MicroOrder[] }>('microtrade/lists');
    const contract = body.data.data.find(({ id }) => id === this.contract);
    if (contract === undefined) throw new Error('the contract is not listed');
    const { result, void_reason: voidReason, open_price: open, end_price: end } = contract;
    const path = `microtrade/evidence?id=${this.contract}`;
    const evidence = evidenceFrom((await this.venue.get<MicroEvidence>(path)).body.data.canonical);
    const prices = ({ readings }: typeof evidence.strike) => readings.map(({ timeMs, price }) => [timeMs, price]);
    const account = `account/detail?currency_id=${usdt}&account_type_id=4`;
    const { data } = (await this.ann.get<{ balance: string; lock_balance: string }>(account)).body;
    return {
      result,
      voidReason,
      open,
      end,
      isProven: isProven(evidence),
      strike: prices(evidence.strike),
      settlement: prices(evidence.settlement),
      money: [data.balance, data.lock_balance],
    };
  }
}

const plays: Play[] = [];

async function begin(): Promise<Play> {
  const play = await Play.begin();
  plays.push(play);
  return play;
}

afterEach(async () => {
  await Promise.all(plays.splice(0).map(({ venue }) => venue.close()));
});

/** Prices of 31 seconds that differ from one another in the windows. */
const walk = Array.from({ length: 62 }, (_, n) => 60_000 + ((n * 37) % 23) + n);

test('a contract has the same result whether or not the exchange restarts in its windows', async () => {
  const undisturbed = await begin();
  await undisturbed.prices(...walk);
  const expected = await undisturbed.outcome();
  expect(expected).toMatchObject({ result: 'win', isProven: true, money: ['108', '0'] });
  // Ten reports of each source.
  expect(expected.settlement).toHaveLength(10 * demoSources.length);

  const restarted = await begin();
  await restarted.prices(...walk.slice(0, 1));
  await restarted.restart();
  await restarted.prices(...walk.slice(1, 30));
  await restarted.restart();
  await restarted.prices(...walk.slice(30, 55));
  await restarted.restart();
  await restarted.prices(...walk.slice(55));
  expect(await restarted.outcome()).toEqual(expected);
});

test('a contract whose end passes while the exchange is stopped is void at the start, and its stake returned once', async () => {
  const play = await begin();
  await play.prices(...walk.slice(0, 20));
  await play.restart(60_000);
  await play.restart();
  await play.prices(60_500);
  expect(await play.outcome()).toMatchObject({
    result: 'void',
    voidReason: 'index_interrupted',
    end: null,
    isProven: true,
    money: ['100', '0'],
  });
});

test('a contract whose index is silent in its settlement window is void, and its stake returned', async () => {
  const play = await begin();
  await play.prices(...walk.slice(0, 40));
  play.time.pass(20_000);
  await play.prices(60_500);
  expect(await play.outcome()).toMatchObject({ result: 'void', isProven: true, money: ['100', '0'] });
});

test('a clock that is set an hour ahead and back changes no result', async () => {
  const undisturbed = await begin();
  await undisturbed.prices(...walk);

  const play = await begin();
  await play.prices(...walk.slice(0, 10));
  play.setClock(3_600_000);
  expect(await play.isOpen()).toBe(false);
  play.setClock(-3_600_000);
  await expect.poll(() => play.isOpen()).toBe(true);
  await play.prices(...walk.slice(10));
  expect(await play.outcome()).toEqual(await undisturbed.outcome());
});

test('a clock that is set past the end of a contract makes it void', async () => {
  const play = await begin();
  await play.prices(...walk.slice(0, 10));
  play.setClock(60_000);
  await expect.poll(() => play.isOpen()).toBe(true);
  await play.prices(...walk.slice(10));
  expect(await play.outcome()).toMatchObject({ result: 'void', isProven: true, money: ['100', '0'] });
});
