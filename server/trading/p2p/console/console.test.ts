import { homeCalls, p2pCalls } from '@bourse/contract/console';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ConsoleVenue, type StaffClient } from '../../../testing/console-client.ts';
import type { RunningVenue } from '../../../testing/running-venue.ts';
import { addAd, addFactor, applyFor, fiatAccount, openTrader, shopOf, type Trader } from '../testing/open-shop.ts';

let console: ConsoleVenue;
let venue: RunningVenue;
let risk: StaffClient;
let support: StaffClient;
let finance: StaffClient;
let people = 0;

beforeAll(async () => {
  // Staff decide, as on a live exchange.
  console = await ConsoleVenue.open({ settings: { demo_review_seconds: 0 } });
  ({ venue } = console);
  risk = await console.staff(21, ['risk']);
  support = await console.staff(22, ['support']);
  finance = await console.staff(23, ['finance']);
});

afterAll(async () => {
  await console.close();
});

async function applicant(funds = '20000'): Promise<Trader> {
  people += 1;
  const trader = await openTrader(venue, `applicant-${people}`, funds);
  await addFactor(venue, trader.person);
  const applied = await applyFor(trader);
  if (applied.code !== 1) throw new Error(applied.error);
  return trader;
}

async function rowOf({ person }: Trader) {
  const { data } = await risk.call(p2pCalls.p2pMerchants, { user: person.id });
  const [row] = data.rows;
  if (row === undefined) throw new Error('the merchant is not listed');
  return row;
}

async function decide(trader: Trader, decision: string, words = '') {
  const { version } = await rowOf(trader);
  return risk.call(p2pCalls.decideP2pMerchant, { user_id: trader.person.id, version, decision, words });
}

async function merchant(): Promise<Trader> {
  const trader = await applicant();
  const { error } = await decide(trader, 'approve');
  if (error !== undefined) throw new Error(error);
  return trader;
}

describe('applications', () => {
  test('are three a day, also if each is withdrawn', async () => {
    const trader = await applicant();
    const leave = async () => (await trader.person.post('shop/leave', {})).body.code;
    for (let n = 0; n < 2; n += 1) {
      expect(await leave()).toBe(1);
      expect((await applyFor(trader)).code).toBe(1);
    }
    expect(await leave()).toBe(1);
    const tomorrow = new Date(Math.ceil(Date.now() / 86_400_000) * 86_400_000).toISOString().slice(0, 10);
    expect(await applyFor(trader)).toMatchObject({
      error: 'applications_exhausted',
      details: { maximum: 3, until: expect.stringContaining(tomorrow) as unknown },
    });
    expect((await shopOf(trader)).state).toBe('none');
    const bonds = 'select 1 from app.merchant_bonds where user_id = $1';
    expect(await venue.database.query(bonds, [trader.person.id])).toHaveLength(15);
    await venue.database.query('update app.merchants set applied_at = applied_at - 86400000 where user_id = $1', [
      trader.person.id,
    ]);
    expect((await applyFor(trader)).code).toBe(1);
    // Returned parts are added up, and no longer read one by one.
    const { data } = await finance.call(p2pCalls.p2pBonds, { user: trader.person.id });
    expect(data.rows).toMatchObject([{ part: '100', parts_held: 5, held: '500', paid: '0', returned: '1500' }]);
  });

  test('are listed first with the figures that decide, and approved by risk', async () => {
    const trader = await applicant();
    expect(await rowOf(trader)).toMatchObject({
      name: 'Lee Exchange',
      state: 'pending',
      review_status: 2,
      second_factor: true,
      lost_appeals: 0,
      upheld_reports: 0,
      level: null,
    });
    const { version } = await rowOf(trader);
    const input = { user_id: trader.person.id, version, decision: 'approve', words: '' };
    expect((await support.call(p2pCalls.decideP2pMerchant, input)).error).toBe('forbidden');
    expect((await risk.call(p2pCalls.decideP2pMerchant, { ...input, version: version + 1 })).error).toBe(
      'changed_meanwhile',
    );
    expect((await decide(trader, 'approve')).data).toMatchObject({ state: 'approved' });
    expect((await trader.person.get('user/info')).body.data).toMatchObject({ is_seller: true });
    expect(await decide(trader, 'approve')).toMatchObject({ error: 'merchant_state', details: { state: 'approved' } });
    const unknown = { user_id: 999_999, version: 1, decision: 'approve', words: '' };
    expect((await risk.call(p2pCalls.decideP2pMerchant, unknown)).error).toBe('merchant_unknown');
  });

  test('wait in the queue of risk until they are decided', async () => {
    const queue = async () =>
      (await risk.call(homeCalls.home, {})).data.queues.find(({ name }) => name === 'merchants');
    const before = (await queue())?.count ?? -1;
    const trader = await applicant();
    expect(await queue()).toMatchObject({ screen: '/merchants', count: before + 1 });
    expect((await queue())?.oldest_at).not.toBeNull();
    const { data } = await support.call(homeCalls.home, {});
    expect(data.queues.map(({ name }) => name)).toEqual(['verifications', 'appeals', 'reports', 'feedback']);
    await decide(trader, 'approve');
    expect((await queue())?.count).toBe(before);
  });

  test('that are rejected give words, and the bond back', async () => {
    const trader = await applicant();
    expect((await decide(trader, 'reject')).error).toBe('words_required');
    expect((await decide(trader, 'reject', 'The documents are too old.')).data).toMatchObject({ state: 'rejected' });
    await vi.waitUntil(async () => (await fiatAccount(trader))[0] === '20000', { interval: 50, timeout: 30_000 });
    expect(await shopOf(trader)).toMatchObject({ state: 'rejected', words: 'The documents are too old.' });
    expect((await applyFor(trader)).code).toBe(1);
    expect(await shopOf(trader)).toMatchObject({ state: 'pending', bond: { held: '500' } });
  });

  test('continue over several pages', async () => {
    const [one, two] = [await applicant(), await applicant()];
    const first = await risk.call(p2pCalls.p2pMerchants, { state: 'pending', limit: 1 });
    expect(first.data.rows).toHaveLength(1);
    const ids: number[] = [];
    for (let cursor = first.data.next, row = first.data.rows[0]; row !== undefined;) {
      ids.push(row.id);
      if (cursor === null) break;
      const { data } = await risk.call(p2pCalls.p2pMerchants, { state: 'pending', limit: 1, cursor });
      [cursor, row] = [data.next, data.rows[0]];
    }
    expect(ids.slice(-2)).toEqual([one.person.id, two.person.id]);
    expect((await risk.call(p2pCalls.p2pMerchants, { cursor: 'nonsense' })).error).toBe('invalid_request');
  });
});

describe('a merchant', () => {
  test('who is suspended loses the shop, and gets it back', async () => {
    const trader = await merchant();
    const { data } = await addAd(trader);
    expect((await decide(trader, 'suspend', 'Too many complaints.')).data).toMatchObject({ state: 'suspended' });
    expect((await addAd(trader)).error).toBe('forbidden');
    await vi.waitUntil(
      async () => {
        const { data: listed } = await risk.call(p2pCalls.p2pAds, { user: trader.person.id });
        return listed.rows[0]?.suspended_by === 'account';
      },
      { interval: 50, timeout: 30_000 },
    );
    expect((await decide(trader, 'restore')).data).toMatchObject({ state: 'approved' });
    await vi.waitUntil(
      async () =>
        (await venue.get<{ total: number }>('legal/list?side=buy&currency_id=3&fiat=CNY')).body.data.total > 0,
      { interval: 50, timeout: 30_000 },
    );
    expect(data.state).toBe('open');
  });

  test('whose ad staff have suspended cannot open it', async () => {
    const trader = await merchant();
    const { data } = await addAd(trader);
    const suspend = { id: data.id, version: 1, suspended: true, words: 'The terms ask for another messenger.' };
    expect((await support.call(p2pCalls.suspendP2pAd, { ...suspend, words: '' })).error).toBe('words_required');
    expect((await support.call(p2pCalls.suspendP2pAd, { ...suspend, id: 999_999 })).error).toBe('ad_unknown');
    expect((await support.call(p2pCalls.suspendP2pAd, suspend)).data).toEqual({ state: 'suspended', version: 2 });
    const opened = await trader.person.post('shop/ad_state', { id: data.id, state: 'open' });
    expect(opened.body.error).toBe('ad_not_open');
    const end = { id: data.id, version: 2, suspended: false, words: '' };
    expect((await support.call(p2pCalls.suspendP2pAd, end)).data).toEqual({ state: 'open', version: 3 });
    expect((await support.call(p2pCalls.suspendP2pAd, { ...end, version: 3 })).error).toBe('ad_state');
  });
});

describe('reports', () => {
  test('of which three are upheld suspend a merchant', async () => {
    const trader = await merchant();
    for (let n = 0; n < 3; n += 1) {
      people += 1;
      const reporter = await venue.person(`reporter-${people}`);
      await reporter.post('legal/report', { subject: 'trader', id: trader.person.id, reason: 'fraud', content: 'x' });
    }
    const waiting = async () =>
      (await support.call(homeCalls.home, {})).data.queues.find(({ name }) => name === 'reports')?.count;
    expect(await waiting()).toBe(3);
    const { data } = await support.call(p2pCalls.p2pReports, { user: trader.person.id });
    expect(data.rows).toHaveLength(3);
    for (const [at, { id, version }] of data.rows.entries()) {
      const decided = await support.call(p2pCalls.decideP2pReport, { id, version, decision: 'uphold' });
      expect(decided.data).toEqual({ version: version + 1, upheld: at + 1 });
      const again = await support.call(p2pCalls.decideP2pReport, { id, version, decision: 'uphold' });
      expect(again.error).toBe('report_decided');
    }
    expect(await waiting()).toBe(0);
    expect(await rowOf(trader)).toMatchObject({ state: 'suspended', upheld_reports: 3 });
    expect((await trader.person.get('user/info')).body.data).toMatchObject({ is_seller: false });
    const unknown = { id: 999_999, version: 1, decision: 'dismiss' };
    expect((await support.call(p2pCalls.decideP2pReport, unknown)).error).toBe('report_unknown');
  });
});

describe('a bond', () => {
  test('is not paid without an order between both, and not returned while it is needed', async () => {
    const trader = await merchant();
    people += 1;
    const harmed = await venue.person(`harmed-${people}`);
    const pay = {
      user_id: trader.person.id,
      to: harmed.id,
      parts: 2,
      order_id: 1,
      words: 'The merchant has taken the money of this user and did not release the coins.',
    };
    const key = (n: number) => ({ 'idempotency-key': `bond-${people}-${n}` });
    expect((await finance.call(p2pCalls.payP2pBond, { ...pay, words: 'Too short.' }, key(1))).error).toBe(
      'words_too_few',
    );
    expect((await finance.call(p2pCalls.payP2pBond, pay, key(2))).error).toBe('order_unknown');
    const bring = { user_id: trader.person.id, parts: 1 };
    expect((await finance.call(p2pCalls.returnP2pBond, bring, key(3))).error).toBe('bond_needed');
    const { data } = await finance.call(p2pCalls.p2pBonds, { user: trader.person.id });
    expect(data.rows).toMatchObject([{ part: '100', parts_held: 5, held: '500', paid: '0', returned: '0' }]);
  });

  test('of a suspended merchant can be returned in parts', async () => {
    const trader = await merchant();
    await decide(trader, 'suspend', 'Closed by agreement.');
    const headers = { 'idempotency-key': 'return-1' };
    const bring = { user_id: trader.person.id, parts: 2 };
    const returned = await finance.call(p2pCalls.returnP2pBond, bring, headers);
    expect(returned.data).toEqual({ approval: null, result: { parts_held: 3 } });
    expect((await finance.call(p2pCalls.returnP2pBond, bring, headers)).data).toEqual(returned.data);
    await vi.waitUntil(async () => (await fiatAccount(trader))[0] === '19700', { interval: 50, timeout: 30_000 });
    const more = await finance.call(p2pCalls.returnP2pBond, { ...bring, parts: 4 }, { 'idempotency-key': 'return-2' });
    expect(more).toMatchObject({ error: 'bond_parts', details: { held: 3 } });
  });
});

describe('the rates', () => {
  test('are set by finance, with a bound of digits and a version', async () => {
    const { data } = await finance.call(p2pCalls.p2pRates, {});
    const cny = data.rows.find(({ fiat }) => fiat === 'CNY');
    expect(cny).toMatchObject({ rate: '7.18', source: 'fixed', stale: false, version: 1 });
    const input = { fiat: 'CNY', version: 1, rate: '7.2' };
    expect((await risk.call(p2pCalls.setP2pRate, input)).error).toBe('forbidden');
    expect((await finance.call(p2pCalls.setP2pRate, { ...input, rate: '7.123456789' })).error).toBe('decimal_invalid');
    expect((await finance.call(p2pCalls.setP2pRate, { ...input, rate: '0' })).error).toBe('decimal_invalid');
    expect((await finance.call(p2pCalls.setP2pRate, { ...input, fiat: 'ZZZ' })).error).toBe('fiat_unknown');
    expect((await finance.call(p2pCalls.setP2pRate, { ...input, version: 7 })).error).toBe('changed_meanwhile');
    expect((await finance.call(p2pCalls.setP2pRate, { ...input, rate: '7.18' })).error).toBe('setting_unchanged');
    const { body } = await venue.get<{ pairs: { fiat: string; reference: string }[] }>('legal/currencies');
    expect(body.data.pairs.find(({ fiat }) => fiat === 'CNY')?.reference).toBe('7.18');
    expect((await finance.call(p2pCalls.setP2pRate, input)).data).toMatchObject({ result: { version: 2 } });
    const after = await venue.get<{ pairs: { fiat: string; reference: string }[] }>('legal/currencies');
    expect(after.body.data.pairs.find(({ fiat }) => fiat === 'CNY')?.reference).toBe('7.2');
  });
});

test('the figures count ads and bonds', async () => {
  const { data } = await support.call(p2pCalls.p2pFigures, {});
  expect(data.ads.open).toBeGreaterThan(0);
  expect(data.escrow.find(({ currency_code }) => currency_code === 'USDT')?.bonds).not.toBe('0');
});
