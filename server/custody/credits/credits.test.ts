import type { Outflow, Repayment } from '@bourse/contract/credits';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ManualTime } from '../../ground/core/testing/manual-time.ts';
import {
  creditDeposit,
  holdWithdrawal,
  matureDeposit,
  oweDebt,
  payFromTreasury,
  releaseWithdrawal,
  reverseDeposit,
  settleWithdrawal,
  spendMoney,
} from '../../testing/debts.ts';
import { cancelEscrow, fundOffer, moveToFiat, openEscrow, releaseEscrow } from '../../testing/escrows.ts';
import { reportPrices } from '../../testing/index-prices.ts';
import { type Envelope, type Person, RunningVenue } from '../../testing/running-venue.ts';

const [btc, usdt, xrp] = [1, 3, 6];
const [coin, dollar] = [100_000_000, 1_000_000];
/** The balance with which a user of the demo begins. */
const dollars = 100_000 * dollar;

let time: ManualTime;
let venue: RunningVenue;
let ann: Person;
let people = 0;
let causes = 0;

beforeAll(async () => {
  time = new ManualTime(Date.UTC(2026, 0, 2));
  venue = await RunningVenue.open({ time: { time } });
});

beforeEach(async () => {
  people += 1;
  ann = await venue.person(`ann-${people}`);
  time.pass(5_000);
  await venue.operate({ type: 'clock' });
});

afterAll(async () => {
  await venue.close();
});

function cause(): number {
  causes += 1;
  return causes;
}

async function restart(): Promise<void> {
  await venue.stop();
  venue = await RunningVenue.openOn(venue.database, { time: { time } });
  ann = ann.on(venue);
}

async function deposit(currency: number, units: number, matured = false): Promise<number> {
  const n = cause();
  await creditDeposit(venue, ann, { currency, units, n, matured });
  return n;
}

/** Leaves Ann with a debt in USDT and none in the spot account. */
async function owe(units: number): Promise<void> {
  await oweDebt(venue, ann, { currency: usdt, units, n: cause() }, dollars);
}

async function read(person = ann): Promise<Outflow> {
  return (await person.get<Outflow>('wallet/outflow')).body.data;
}

/** How much of a currency may leave, by the answer of the call. */
async function room(currency: number): Promise<string | undefined> {
  return (await read()).rooms.find(({ currency_id: id }) => id === currency)?.amount;
}

/** Whether the exchange holds this amount for a withdrawal; the hold is released again. */
async function canLeave(currency: number, units: number): Promise<boolean> {
  const n = cause();
  const { outcome } = await holdWithdrawal(venue, ann, { currency, units, n });
  if (outcome.type === 'rejected') return false;
  await releaseWithdrawal(venue, { n });
  return true;
}

async function repay(
  fields: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
  person = ann,
): Promise<Envelope<Repayment>> {
  return (await person.post<Repayment>('wallet/repay_debt', { currency_id: usdt, ...fields }, headers)).body;
}

async function available(account = 1): Promise<string> {
  const { body } = await ann.get<{ balance: string }>(`account/detail?currency_id=${usdt}&account_type_id=${account}`);
  return body.data.balance;
}

describe('the outflow of a user', () => {
  test('is not limited without unmatured deposits and debts', async () => {
    await reportPrices(venue, { [btc]: 60_000 }, time.wallMs());
    const { rooms, ...rest } = await read();
    expect(rest).toEqual({ unmatured: [], unmatured_usd: '0', maturing: [], debts: [], available_usd: '160000' });
    expect(rooms.slice(0, 3)).toEqual([
      { currency_id: btc, currency_code: 'BTC', amount: '1' },
      { currency_id: 2, currency_code: 'ETH', amount: '10' },
      { currency_id: usdt, currency_code: 'USDT', amount: '100000' },
    ]);
  });

  test('must leave the worth of unmatured deposits, exactly as the exchange decides', async () => {
    await reportPrices(venue, { [btc]: 60_000 }, time.wallMs());
    await deposit(btc, coin / 2);
    await deposit(usdt, 130_000 * dollar);
    const { unmatured, unmatured_usd, available_usd } = await read();
    expect(unmatured.map(({ amount, currency_code: code }) => [code, amount])).toEqual([
      ['BTC', '0.5'],
      ['USDT', '130000'],
    ]);
    expect([unmatured_usd, available_usd]).toEqual(['160000', '160000']);
    expect([await room(btc), await room(usdt)]).toEqual(['1.5', '160000']);
    expect([await canLeave(usdt, 160_000 * dollar), await canLeave(usdt, 160_000 * dollar + 1)]).toEqual([true, false]);

    const n = cause();
    await holdWithdrawal(venue, ann, { currency: usdt, units: 100_000 * dollar, n });
    expect([await room(btc), await room(usdt)]).toEqual(['1', '60000']);
    expect([await canLeave(btc, coin), await canLeave(btc, coin + 1)]).toEqual([true, false]);
    await settleWithdrawal(venue, { n });
    expect([await room(btc), await room(usdt)]).toEqual(['1', '60000']);
    await restart();
    expect([await room(btc), await room(usdt)]).toEqual(['1', '60000']);
  });

  test('needs a live index price where other currencies have to cover a deposit', async () => {
    await deposit(btc, coin / 2);
    expect((await read()).unmatured_usd).toBeNull();
    expect([await room(btc), await room(usdt)]).toEqual(['1', '100000']);
    await reportPrices(venue, { [btc]: 60_000 }, time.wallMs());
    await spendMoney(venue, ann, { currency: btc, units: (coin / 10) * 12, n: cause() });
    time.pass(5_000);
    await venue.operate({ type: 'clock' });
    expect([await room(btc), await room(usdt)]).toEqual(['0', '0']);
    expect((await read()).available_usd).toBe('0');
    expect(await canLeave(usdt, 1)).toBe(false);
    await reportPrices(venue, { [btc]: 60_000 }, time.wallMs());
    expect([await room(btc), await room(usdt)]).toEqual(['0.3', '88000']);
    expect((await read()).available_usd).toBe('88000');
    expect([await canLeave(usdt, 88_000 * dollar), await canLeave(usdt, 88_000 * dollar + 1)]).toEqual([true, false]);
  });

  test('is free again when a deposit matures or is reversed', async () => {
    const first = await deposit(usdt, 70 * dollar);
    const second = await deposit(usdt, 30 * dollar);
    expect([(await read()).unmatured_usd, await room(usdt)]).toEqual(['100', '100000']);
    await matureDeposit(venue, { n: first });
    expect([(await read()).unmatured_usd, await room(usdt)]).toEqual(['30', '100070']);
    await restart();
    await reverseDeposit(venue, ann, { currency: usdt, units: 30 * dollar, n: second });
    expect(await read()).toMatchObject({ unmatured: [], unmatured_usd: '0', debts: [] });
    // A matured deposit that is reversed changes no sum of unmatured ones.
    await reverseDeposit(venue, ann, { currency: usdt, units: 70 * dollar, n: first });
    expect(await read()).toMatchObject({ unmatured: [], debts: [] });
    expect(await room(usdt)).toBe('100000');
  });

  test('does not count coins for sale as cover, wherever they are locked', async () => {
    await reportPrices(venue, { [btc]: 60_000 }, time.wallMs());
    const bob = await venue.person(`bob-${people}`);
    await moveToFiat(ann, 10_000);
    await fundOffer(venue, ann, 700);
    const [offered, taken] = [cause(), cause()];
    await openEscrow(venue, { n: offered, seller: ann, buyer: bob, dollars: 100, isOffered: true });
    await openEscrow(venue, { n: taken, seller: ann, buyer: bob, dollars: 200, isOffered: false });
    // A deficit of half a bitcoin has to be covered.
    await deposit(btc, coin);
    await spendMoney(venue, ann, { currency: btc, units: (coin / 2) * 3, n: cause() });
    const expected = ['69100', '69100'];
    expect([await room(usdt), (await read()).available_usd]).toEqual(expected);
    expect([await canLeave(usdt, 69_100 * dollar), await canLeave(usdt, 69_100 * dollar + 1)]).toEqual([true, false]);
    await restart();
    expect([await room(usdt), (await read()).available_usd]).toEqual(expected);
    await releaseEscrow(venue, { n: offered, seller: ann });
    expect(await room(usdt)).toBe('69100');
    await cancelEscrow(venue, { n: taken, buyer: bob });
    expect(await room(usdt)).toBe('69300');
  });

  test('keeps the worth of coins bought from others until they mature, exactly as the exchange decides', async () => {
    const bob = await venue.person(`bob-${people}`);
    await moveToFiat(bob, 10_000);
    const n = cause();
    await openEscrow(venue, { n, seller: bob, buyer: ann, dollars: 100, isOffered: false });
    await releaseEscrow(venue, { n, seller: bob });
    await moveToFiat(ann, 100, true);
    const until = time.wallMs() + 7_200_000;
    const maturing = [{ currency_id: usdt, currency_code: 'USDT', amount: '100', until }];
    expect(await read()).toMatchObject({ unmatured: [], maturing, available_usd: '100000' });
    expect([await room(usdt), await room(btc)]).toEqual(['100000', '1']);
    const whole = 100_000 * dollar;
    expect([await canLeave(usdt, whole), await canLeave(usdt, whole + 1)]).toEqual([true, false]);
    await restart();
    expect(await read()).toMatchObject({ maturing });
    time.pass(7_200_000);
    await venue.operate({ type: 'clock' });
    expect((await read()).maturing).toEqual([]);
    expect([await room(usdt), await canLeave(usdt, whole + 100 * dollar)]).toEqual(['100100', true]);
  });

  test('is stopped by a debt, which only its user sees', async () => {
    const bob = await venue.person(`bob-${people}`);
    await owe(40 * dollar);
    const debt = { currency_id: usdt, currency_code: 'USDT', amount: '40', repayable: '0' };
    expect(await read()).toMatchObject({ debts: [debt], available_usd: '0' });
    expect([await room(btc), await canLeave(btc, 1)]).toEqual(['0', false]);
    expect((await read(bob)).debts).toEqual([]);
    await restart();
    expect((await read()).debts).toEqual([debt]);
  });
});

describe('a debt', () => {
  test('is repaid in part, or as far as the account allows', async () => {
    await owe(40 * dollar);
    await pay(15);
    const { data, message } = await repay({ number: '3' });
    expect(data).toMatchObject({ currency_id: usdt, currency_code: 'USDT', number: '3', left: '37' });
    expect([message, await available()]).toEqual(['Payment completed.', '12']);
    expect((await read()).debts).toMatchObject([{ amount: '37', repayable: '12' }]);
    expect((await repay()).data).toMatchObject({ number: '12', left: '25' });
    await pay(100);
    expect((await repay({ number: '' })).data).toMatchObject({ number: '25', left: '0' });
    expect(await available()).toBe('75');
    expect((await read()).debts).toEqual([]);
    expect(await canLeave(usdt, 75 * dollar)).toBe(true);
  });

  test('is repaid from another account of the user', async () => {
    await owe(40 * dollar);
    await pay(50);
    const moved = { currency_id: usdt, balance: '30', from: 'change_account', to: 'lever_account' };
    expect((await ann.post('account/transfer', moved)).body.code).toBe(1);
    expect((await repay({ account_type_id: 3 })).data).toMatchObject({ number: '30', left: '10' });
    expect([await available(), await available(3)]).toEqual(['20', '0']);
  });

  test('is repaid once for each key, also when the exchange restarts before the answer is repeated', async () => {
    await owe(40 * dollar);
    await pay(30);
    const key = { 'idempotency-key': 'repay-1' };
    const answers = await Promise.all([repay({}, key), repay({}, key)]);
    expect(answers.map(({ data }) => data)).toEqual([answers[0].data, answers[0].data]);
    expect(answers[0].data).toMatchObject({ number: '30', left: '10' });
    await restart();
    await pay(30);
    expect(await repay({}, key)).toMatchObject({ repeated: true, data: answers[0].data });
    expect((await repay({ number: '1' }, key)).error).toBe('idempotency_key_reused');
    expect([(await read()).debts[0]?.amount, await available()]).toEqual(['10', '30']);
  });

  test('of another user is not repaid', async () => {
    const bob = await venue.person(`bob-${people}`);
    await owe(40 * dollar);
    expect(await repay({ number: '40' }, {}, bob)).toMatchObject({
      error: 'debt_absent',
      details: { currency: 'USDT' },
      message: 'You have no debt in USDT.',
    });
    expect((await read()).debts).toMatchObject([{ amount: '40' }]);
  });

  test.each([
    [{ currency_id: 999 }, 'currency_unknown'],
    [{ currency_id: xrp }, 'debt_absent'],
    [{ account_type_id: 6 }, 'invalid_request'],
    [{ number: '0' }, 'quantity_required'],
    [{ number: '1e3' }, 'invalid_request'],
    [{ number: '0.0000001' }, 'quantity_precision'],
    [{ number: '99999999999' }, 'amount_too_large'],
    [{ number: '40.000001' }, 'debt_exceeded'],
    [{ number: '11' }, 'insufficient_balance'],
    [{ account_type_id: 2 }, 'insufficient_balance'],
  ])('is not repaid with %o', async (fields, error) => {
    await owe(40 * dollar);
    await pay(10);
    expect((await repay(fields)).error).toBe(error);
    expect([(await read()).debts[0]?.amount, await available()]).toEqual(['40', '10']);
  });
});

/** Pays Ann dollars from the treasury. */
async function pay(units: number): Promise<void> {
  await payFromTreasury(venue, ann, { currency: usdt, units: units * dollar, n: cause() });
}
