import type { LeverAccount, LeverPosition, VenueFigures } from '@bourse/contract/leverage';
import type { AccountGroup } from '@bourse/contract/wallet';
import type { WithdrawalQuote } from '@bourse/contract/withdrawals';
import { accountType, userId, venue as theVenue } from '@bourse/engine';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ManualTime } from '../../ground/core/testing/manual-time.ts';
import { creditDeposit, matureDeposit, reverseDeposit, spendMoney } from '../../testing/debts.ts';
import { reportPrices } from '../../testing/index-prices.ts';
import { type Envelope, type Person, RunningVenue } from '../../testing/running-venue.ts';

const [btcusdt, usdt] = [1, 3];

let time: ManualTime;
let venue: RunningVenue;
let ann: Person;
let people = 0;

beforeAll(async () => {
  time = new ManualTime(Date.now());
  venue = await RunningVenue.open({ time: { time } });
});

beforeEach(async () => {
  people += 1;
  ann = await venue.person(`ann-${people}`);
  await payIn('1000');
  await price(60_000);
});

afterAll(async () => {
  await venue.close();
});

/** Lets half a second pass and reports the index of BTC. */
async function price(usd: number): Promise<void> {
  time.pass(500);
  await reportPrices(venue, { 1: usd }, time.wallMs());
  // Everything below is younger than these observations.
  time.pass(1);
}

async function payIn(balance: string, person = ann): Promise<void> {
  await person.post('account/transfer', { currency_id: usdt, balance, from: 'change_account', to: 'lever_account' });
}

/** A market order for 100 hands of 0.001 BTC, long at 200 times its margin, with changes. */
async function submit(
  changes: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Envelope<LeverPosition>> {
  const order = { currency_match_id: btcusdt, type: 1, status: 1, share: 100, multiple: 200, ...changes };
  return (await ann.post<LeverPosition>('lever/submit', order, headers)).body;
}

async function opened(changes: Readonly<Record<string, unknown>> = {}): Promise<LeverPosition> {
  const { data } = await submit(changes);
  await price(60_000);
  return the(data.id, 1);
}

/** A position of one of the lists. */
async function the(id: number, status: number): Promise<LeverPosition> {
  const found = (await list(status)).find((one) => one.id === id);
  if (found === undefined) throw new Error(`position ${id} is not in list ${status}`);
  return found;
}

async function list(status: number): Promise<readonly LeverPosition[]> {
  const { body } = await ann.post<{ readonly data: readonly LeverPosition[] }>('lever/my_trade', { status });
  return body.data.data;
}

async function deal(): Promise<{ readonly account: LeverAccount; readonly my_transaction: readonly object[] }> {
  const { body } = await ann.post<Awaited<ReturnType<typeof deal>>>('lever/deal', { currency_match_id: btcusdt });
  return body.data;
}

async function act(path: string, input: object, person = ann): Promise<Envelope<LeverPosition>> {
  return (await person.post<LeverPosition>(path, input)).body;
}

describe('a leveraged position', () => {
  test('is ordered, filled at the next tick and shown with its account', async () => {
    const { data: ordered } = await submit();
    expect(ordered).toMatchObject({ status: 0, type: 1, share: 100, number: '0.1', filled_at: null, profits: '0' });

    await price(60_000);
    // ⌈60 000 × 1.0001⌉; 6000.6 ÷ 200; 0.04 %.
    expect(await the(ordered.id, 1)).toMatchObject({
      status: 1,
      price: '60006',
      origin_price: '60000',
      update_price: '60000',
      caution_money: '30.003',
      trade_fee: '2.40024',
      profits: '-0.6',
      profit_rate: '-1.9999',
      adl_rank: 5,
    });
    const { account, my_transaction: fills } = await deal();
    expect(account).toMatchObject({ balance: '997.59976', margin: '30.003', equity: '996.99976', warning: false });
    expect(fills).toMatchObject([{ type_name: 'Open long', price: '60006', number: '0.1' }]);
  });

  test('is closed at the mark of the next tick, with the profit that was shown', async () => {
    const { id } = await opened();
    expect((await act('lever/close', { id })).data).toMatchObject({ status: 2 });
    await price(60_500);

    expect(await the(id, 3)).toMatchObject({ status: 3, close_price: '60500', close_reason: 'user', profits: '49.4' });
    expect((await deal()).account).toMatchObject({ balance: '1046.99976', margin: '0', hazard_rate: null });
  });

  test('is closed by its stop, and its liquidation price is where it is liquidated', async () => {
    const { id } = await opened();
    await act('lever/setstop', { id, target_profit_price: '60300', stop_loss_price: 59_700 });
    await price(60_400);
    expect(await the(id, 3)).toMatchObject({ close_price: '60400', close_reason: 'take_profit' });

    const { id: next } = await opened();
    const { liquidation_price: limit } = await the(next, 1);
    await price(Number(limit) + 0.01);
    expect(await the(next, 1)).toMatchObject({ status: 1 });
    await price(Number(limit) - 0.01);
    expect(await the(next, 3)).toMatchObject({ close_reason: 'liquidation' });
    const { body } = await venue.get<VenueFigures>('venue/figures');
    expect(body.data.currencies.find(({ currency_id: id }) => id === usdt)?.liquidations).toBeGreaterThan(0);
  });

  test('answers a repeated request for stops after they have closed it', async () => {
    const { id } = await opened();
    const headers = { 'idempotency-key': 'stops' };
    const stops = { id, target_profit_price: '60300' };
    expect((await ann.post<LeverPosition>('lever/setstop', stops, headers)).body.data.status).toBe(1);
    await price(60_400);
    const { body } = await ann.post<LeverPosition>('lever/setstop', stops, headers);
    expect(body).toMatchObject({ code: 1, data: { id, status: 3, close_reason: 'take_profit' } });
    const { body: other } = await ann.post('lever/setstop', { ...stops, target_profit_price: '70000' });
    expect(other.error).toBe('position_not_found');
  });

  test('of another user cannot be seen or changed', async () => {
    const { id } = await opened();
    const bob = await venue.person(`bob-${people}`);
    for (const path of ['lever/close', 'lever/cancel', 'lever/reverse', 'lever/setstop']) {
      expect((await act(path, { id, target_profit_price: '90000' }, bob)).error).toBe('position_not_found');
    }
    expect(await the(id, 1)).toMatchObject({ status: 1, target_profit_price: null });
  });

  test('is ordered once for the same idempotency key, and closed once by twenty parallel requests', async () => {
    const headers = { 'idempotency-key': 'one' };
    const [first, second] = [await submit({}, headers), await submit({}, headers)];
    expect(second.data.id).toBe(first.data.id);
    await price(60_000);

    const answers = await Promise.all(Array.from({ length: 20 }, () => act('lever/close', { id: first.data.id })));
    expect(answers.map(({ error }) => error ?? 'closing').toSorted()).toEqual([
      'closing',
      ...Array.from({ length: 19 }, () => 'order_filling'),
    ]);
    await price(60_000);
    expect((await list(3)).map(({ id }) => id)).toEqual([first.data.id]);
  });
});

describe('a refused order', () => {
  test.each([
    ['market_unknown', { currency_match_id: 999 }],
    ['share_required', { share: 0 }],
    ['share_out_of_range', { share: 100_001 }],
    ['multiple_required', { multiple: 0 }],
    ['multiple_unknown', { multiple: 3 }],
    ['price_required', { status: 0 }],
    ['price_precision', { status: 0, target_price: '60000.0001' }],
    ['invalid_request', { type: 3 }],
    ['invalid_request', { share: 1.5 }],
    ['invalid_request', { worst_price: '-1' }],
    ['lever_price_invalid', { worst_price: '99999999999999999999' }],
    ['stop_reached', { stop_loss_price: '60000' }],
    ['multiple_too_high', { share: 200 }],
    ['position_too_large', { share: 100_000, multiple: 2 }],
    ['insufficient_balance', { share: 400, multiple: 20 }],
    ['risk_too_high', { share: 150, multiple: 10 }],
  ])('says %s, and changes nothing', async (error, changes) => {
    const before = await deal();
    expect((await submit(changes)).error).toBe(error);
    expect(await deal()).toEqual(before);
  });
});

describe('money that positions need', () => {
  test('cannot be moved out of the lever account', async () => {
    await opened();
    const move = async (balance: string) => {
      const input = { currency_id: usdt, balance, from: 'lever_account', to: 'change_account' };
      return (await ann.post('account/transfer', input)).body.error;
    };
    const { transferable } = (await deal()).account;
    expect(await move((Number(transferable) + 0.01).toFixed(6))).toBe('margin_needed');
    expect(await move(transferable)).toBeUndefined();
  });
});

describe('a debt or a deposit that is not final', () => {
  test('keeps money from becoming margin that positions need, and margin from paying the debt', async () => {
    await opened();
    const n = 500 + people;
    const left = 99_000_000_000;
    await creditDeposit(venue, ann, { currency: usdt, units: 2_000_000_000, n, matured: false });
    await price(59_100);
    const move = async (balance: string) => {
      const input = { currency_id: usdt, balance, from: 'change_account', to: 'lever_account' };
      return (await ann.post('account/transfer', input)).body.error;
    };
    expect(await move('1')).toBeUndefined();
    await matureDeposit(venue, { n });
    await spendMoney(venue, ann, { currency: usdt, units: left + 1_999_000_000, n });
    await reverseDeposit(venue, ann, { currency: usdt, units: 2_000_000_000, n });

    const { transferable } = (await deal()).account;
    expect(transferable).toBe('0');
    const { error, details } = (
      await ann.post('wallet/repay_debt', { currency_id: usdt, account_type_id: accountType.lever })
    ).body;
    expect([error, details]).toEqual(['margin_needed', { transferable: '0', currency: 'USDT' }]);
  });
});

describe('a freeze', () => {
  test('revokes orders that wait for a price, and leaves positions open', async () => {
    const { id } = await opened();
    const { data: entrust } = await submit({ status: 0, target_price: '50000', share: 1 });
    const user = userId(ann.id);
    const audit = { operator: theVenue, cause: 'incident' } as const;
    await venue.operate({ type: 'restrict_user', user, before: 'none', scope: 'trading', ...audit });

    expect(await the(entrust.id, 6)).toMatchObject({ revoke_reason: 'restricted' });
    expect(await the(id, 1)).toMatchObject({ status: 1 });
    expect((await submit()).error).toBe('trading_stopped');
  });
});

describe('the margin of a lever account', () => {
  test('cannot be withdrawn, and the list of accounts and the terms of a withdrawal say so', async () => {
    const spare = async () => {
      const { body } = await ann.get<readonly AccountGroup[]>('account/list');
      const group = body.data.find(({ account_code: code }) => code === 'lever_account');
      return group?.accounts.find(({ currency_id: id }) => id === usdt)?.withdrawable;
    };
    expect(await spare()).toBe('1000');
    await opened();
    const { account } = await deal();
    expect(Number(account.transferable)).toBeLessThan(Number(account.user_lever));
    expect(await spare()).toBe(account.transferable);

    const quote = async (number: string) => {
      const query = new URLSearchParams({
        currency_protocol_id: '3',
        account_type_id: String(accountType.lever),
        number,
      });
      return (await ann.get<WithdrawalQuote>(`wallet/draw_quote?${query}`)).body.data;
    };
    const all = await quote(account.user_lever);
    expect(all.maximum).toBe(account.transferable);
    expect(all.reasons).toContain('margin_needed');
    expect((await quote(account.transferable)).reasons).not.toContain('margin_needed');
  });
});
