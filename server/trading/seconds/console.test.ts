import { approvalCalls, auditCalls, indexCalls, secondsCalls } from '@bourse/contract/console';
import { secondsCommands } from '@bourse/engine/seconds';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ManualTime } from '../../ground/core/testing/manual-time.ts';
import { ConsoleVenue, type StaffClient } from '../../testing/console-client.ts';
import { reportPrices } from '../../testing/index-prices.ts';
import type { Person } from '../../testing/running-venue.ts';

const [btcusdt, btc, usdt] = [1, 1, 3];

let time: ManualTime;
let venue: ConsoleVenue;
let risk: StaffClient;
let ann: Person;

beforeAll(async () => {
  time = new ManualTime(Date.now());
  venue = await ConsoleVenue.open({ time: { time }, settings: { console_four_eyes: 'on' } });
  risk = await venue.staff(1, ['risk']);
  ann = await venue.venue.person('ann');
  const funds = { currency_id: usdt, balance: '1000', from: 'change_account', to: 'micro_account' };
  await ann.post('account/transfer', funds);
});

beforeEach(async () => {
  await prices(60_000, 1);
});

afterAll(async () => {
  await venue.close();
});

/** Reports this index of BTC so many times, each after half a second. */
async function prices(usd: number, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    time.pass(500);
    await reportPrices(venue.venue, { 1: usd }, time.wallMs());
  }
}

async function submit(number = '10') {
  const order = { match_id: btcusdt, currency_id: usdt, type: 1, seconds: 30, number };
  return (await ann.post<{ readonly id: number }>('microtrade/submit', order)).body;
}

async function marketOf(id: number) {
  const { data } = await risk.call(secondsCalls.secondsMarkets, {});
  const row = data.rows.find((one) => one.id === id);
  if (row === undefined) throw new Error(`no row of market ${id}`);
  return row;
}

async function currencyOf(id: number) {
  const { data } = await risk.call(secondsCalls.secondsCurrencies, {});
  const row = data.rows.find((one) => one.id === id);
  if (row === undefined) throw new Error(`no row of currency ${id}`);
  return row;
}

async function settings() {
  const { data } = await risk.call(secondsCalls.secondsSettings, {});
  const [row] = data.rows;
  if (row === undefined) throw new Error('no settings');
  return row;
}

async function configure(changes: object) {
  return risk.call(secondsCalls.configureSeconds, { ...(await settings()), ...changes });
}

async function configureCurrency(changes: object) {
  const { id, version, terms } = await currencyOf(usdt);
  return risk.call(secondsCalls.configureSecondsCurrency, { id, version, ...terms, ...changes });
}

describe('the exposure of seconds contracts', () => {
  test('is shown by market and direction, with what the house reserves for it', async () => {
    await submit();
    expect(await marketOf(btcusdt)).toMatchObject({
      symbol: 'BTC/USDT',
      state: 'open',
      index: 'live',
      version: 1,
      sides: [
        {
          currency_code: 'USDT',
          up: { contracts: 1, staked: '10', payout: '8' },
          down: { contracts: 0, staked: '0', payout: '0' },
        },
      ],
    });
    expect(await currencyOf(usdt)).toMatchObject({ house_available: '4999992', house_reserved: '8', staked: '10' });
    expect(await currencyOf(btc)).toMatchObject({ terms: null, version: 0, staked: '0' });
    expect(await marketOf(15)).toMatchObject({ state: null, index: 'silent' });
  });

  test('ends with the contract, whose result counts', async () => {
    await prices(60_000, 10);
    await prices(60_001, 60);
    const { data } = await risk.call(secondsCalls.secondsResults, {});
    expect(data.rows).toMatchObject([{ id: btcusdt, symbol: 'BTC/USDT', seconds: 30, wins: 1, win_rate: '100' }]);
    expect(await currencyOf(usdt)).toMatchObject({ house_available: '4999992', house_reserved: '0', staked: '0' });
  });
});

describe('the settings of seconds contracts', () => {
  test('change in the version that was seen, and the history says who and why', async () => {
    const before = await settings();
    const { data: changed } = await configure({ options: [{ seconds: 30, ratio: '0.75' }], fee: '0.01' });
    expect(changed).toEqual({ approval: null, result: { version: before.version + 1 } });
    expect(await configure({ version: before.version })).toMatchObject({ error: 'changed_meanwhile' });
    expect(await configure({})).toMatchObject({ error: 'setting_unchanged' });
    const { data } = await risk.call(secondsCalls.secondsHistory, {});
    expect(data.rows[0]).toMatchObject({
      subject: 'settings',
      name: null,
      by: 'Staff 1',
      before: { fee: '0', options: '30 s: 0.8, 60 s: 0.85, 120 s: 0.88, 180 s: 0.9, 300 s: 0.92' },
      after: { fee: '0.01', options: '30 s: 0.75' },
    });
    expect(data.rows.at(-1)).toMatchObject({ before: null, by: null });
    await approved(await configure({ options: before.options, fee: before.fee }));
  });

  test('need a second person for a higher payout, a new duration or a lower fee', async () => {
    const before = await settings();
    const raised = before.options.map(({ seconds, ratio }) => ({ seconds, ratio: seconds === 30 ? '0.81' : ratio }));
    await configure({ fee: '0.01' });
    for (const changes of [
      { options: raised },
      { options: [...before.options, { seconds: 600, ratio: '0.1' }] },
      { fee: '0.0099' },
    ]) {
      expect(isAsked(await configure(changes)), JSON.stringify(changes)).toBe(true);
    }
    expect(await settings()).toEqual({ ...before, version: before.version + 1, fee: '0.01' });
    await approved(await configure({ fee: before.fee }));
    expect(await settings()).toEqual({ ...before, version: before.version + 2 });
  });

  test.each([
    [{ options: [] }, 'setting_invalid', { field: 'options' }],
    [{ options: [{ seconds: 9, ratio: '0.8' }] }, 'setting_invalid', { field: 'options' }],
    [{ options: [{ seconds: 30, ratio: '0' }] }, 'setting_invalid', { field: 'options' }],
    [{ options: [{ seconds: 30, ratio: '1.000001' }] }, 'setting_invalid', { field: 'options' }],
    [{ options: [{ seconds: 30, ratio: '0.0000001' }] }, 'decimal_invalid', { problem: 'too_precise' }],
    [{ fee: '1.1' }, 'setting_invalid', { field: 'fee' }],
    [{ fee: '-1' }, 'decimal_invalid', { field: 'fee' }],
  ])('are not changed to invalid ones: %o', async (changes, error, details) => {
    expect(await configure(changes)).toMatchObject({ error, details });
  });

  test('of a currency set its stakes and caps', async () => {
    const before = await currencyOf(usdt);
    await configureCurrency({ numbers: ['5', '10'], user_cap: '10' });
    expect((await currencyOf(usdt)).terms).toMatchObject({ numbers: ['5', '10'], user_cap: '10' });
    await submit();
    expect(await submit('5')).toMatchObject({ error: 'micro_user_cap', details: { room: '0' } });
    expect(await configureCurrency({ numbers: ['0'] })).toMatchObject({ error: 'setting_invalid' });
    expect(await configureCurrency({ side_cap: '0.0000001' })).toMatchObject({ error: 'decimal_invalid' });
    expect(await configureCurrency({ id: 99 })).toMatchObject({ error: 'currency_unknown' });
    await approved(await configureCurrency({ ...before.terms }));
    expect((await currencyOf(usdt)).terms).toEqual(before.terms);
  });

  test('of a currency need a second person for higher caps, a stake above the highest one, and to open it', async () => {
    const { terms } = await currencyOf(usdt);
    for (const changes of [{ user_cap: '5000.01' }, { side_cap: '50001' }, { numbers: ['10', '1001'] }]) {
      expect(isAsked(await configureCurrency(changes)), JSON.stringify(changes)).toBe(true);
    }
    const closed = await configureCurrency({ numbers: ['1', '10'], user_cap: '1', side_cap: '1', state: 'closed' });
    expect(closed.data.approval).toBeNull();
    const { terms: lower } = await currencyOf(usdt);
    expect(lower).toEqual({ numbers: ['1', '10'], user_cap: '1', side_cap: '1', state: 'closed' });
    expect(isAsked(await configureCurrency({ state: 'open' }))).toBe(true);
    await approved(await configureCurrency({ ...terms }));
    expect((await currencyOf(usdt)).terms).toEqual(terms);
  });

  test('need a second person when they loosen a version that comes into force after the request was sent', async () => {
    const { version, terms } = await currencyOf(usdt);
    const [tightened, loosened] = await Promise.all([
      configureCurrency({ user_cap: '100', version }),
      configureCurrency({ user_cap: '200', version: version + 1 }),
    ]);
    expect(tightened.data.result).toEqual({ id: usdt, version: version + 1 });
    expect(isAsked(loosened) || loosened.error === 'changed_meanwhile').toBe(true);
    expect((await currencyOf(usdt)).terms).toMatchObject({ user_cap: '100' });
    await approved(await configureCurrency({ ...terms }));
  });

  test('of a market close it at once, and need a second person to open it', async () => {
    const { version } = await marketOf(btcusdt);
    const change = (state: 'open' | 'closed', at: number) =>
      risk.call(secondsCalls.configureSecondsMarket, { id: btcusdt, version: at, state });
    expect((await change('closed', version)).data.result).toEqual({ id: btcusdt, version: version + 1 });
    expect(await submit()).toMatchObject({ error: 'micro_closed' });
    expect(await change('closed', version + 1)).toMatchObject({ error: 'setting_unchanged' });
    const { data: asked } = await change('open', version + 1);
    expect(asked).toMatchObject({ result: null });
    expect(asked.approval).toBeGreaterThan(0);
    expect(await marketOf(btcusdt)).toMatchObject({ state: 'closed' });
    await carriedOut(asked.approval);
    expect(await marketOf(btcusdt)).toMatchObject({ state: 'open' });
  });

  test('of a market that is not quoted like its index cannot be opened', async () => {
    const { data } = await risk.call(secondsCalls.secondsMarkets, {});
    const other = data.rows.find(({ symbol }) => symbol.endsWith('/BTC'));
    const input = { id: other?.id ?? 0, version: 0, state: 'open' };
    expect(await risk.call(secondsCalls.configureSecondsMarket, input)).toMatchObject({ error: 'setting_invalid' });
  });
});

test('no decision of an operator strikes, settles or voids a contract', () => {
  const decisions = Object.entries(secondsCommands).filter(([, { kind }]) => kind === 'decision');
  expect(decisions.map(([type]) => type)).toEqual([
    'configure_seconds',
    'configure_seconds_currency',
    'configure_seconds_market',
  ]);
  const written = Object.values(secondsCalls).filter(({ kind }) => kind === 'write');
  expect(written.flatMap(({ input }) => Object.keys(input.properties))).not.toContain('contract');
});

describe('a new rule of an index', () => {
  test('is shown as waiting until the open contracts on it have ended, then in the history with its reason', async () => {
    await submit();
    const present = await btcIndex();
    expect(present.waiting).toBeNull();
    await approved(await configureIndex({ max_deviation: '0.02', reason: 'One source is slow at night' }));
    const waiting = await btcIndex();
    expect(waiting).toMatchObject({
      version: present.version,
      max_deviation: present.max_deviation,
      waiting: { max_deviation: '0.02', sources: present.sources.map(({ name }) => name) },
    });
    await prices(60_000, 70);
    expect(await btcIndex()).toMatchObject({ version: present.version + 1, max_deviation: '0.02', waiting: null });
    const { data } = await risk.call(indexCalls.indexHistory, { currency_id: btc });
    expect(data.rows[0]).toMatchObject({
      version: present.version + 1,
      sequence: waiting.waiting?.sequence,
      by: 'Staff 1',
      reason: 'One source is slow at night',
    });
  });

  test('that waits is not replaced by a person who has not seen it', async () => {
    await submit();
    const seen = await btcIndex();
    await approved(await configureIndex({ max_deviation: '0.03' }));
    const { waiting } = await btcIndex();
    expect(await configureIndex({ max_deviation: '0.04', waiting_sequence: null })).toMatchObject({
      error: 'changed_meanwhile',
    });
    expect(await configureIndex({ max_deviation: '0.03' })).toMatchObject({ error: 'setting_unchanged' });
    await approved(await configureIndex({ max_deviation: '0.04' }));
    const replaced = await btcIndex();
    expect(replaced).toMatchObject({ version: seen.version, waiting: { max_deviation: '0.04' } });
    expect(replaced.waiting?.sequence).toBeGreaterThan(waiting?.sequence ?? 0);
    await prices(60_000, 70);
    expect(await btcIndex()).toMatchObject({ version: seen.version + 1, max_deviation: '0.04', waiting: null });
  });

  test('that waits is withdrawn by the rule in force, at once, with an entry of its own', async () => {
    await submit();
    const present = await btcIndex();
    expect(await configureIndex({})).toMatchObject({ error: 'setting_unchanged' });
    await approved(await configureIndex({ max_deviation: '0.05' }));
    expect(await marketOf(btcusdt)).toMatchObject({ index: 'waiting' });
    const { data } = await configureIndex({ reason: 'The new limit was a mistake' });
    expect(data).toEqual({ approval: null, result: { version: present.version } });
    expect(await btcIndex()).toMatchObject({ version: present.version, waiting: null });
    expect(await marketOf(btcusdt)).toMatchObject({ index: 'live' });
    const [entry] = (await risk.call(auditCalls.audit, { action: 'indices/configure', limit: 1 })).data.rows;
    const record = await risk.call(auditCalls.auditRecord, { id: entry?.id });
    expect(record.data).toMatchObject({
      kind: 'outcome',
      subject_id: 'BTC',
      reason: 'The new limit was a mistake',
      before: { max_deviation: present.max_deviation, waiting: { max_deviation: '0.05' } },
      after: { max_deviation: present.max_deviation, waiting: null },
    });
    await prices(60_000, 70);
    const { data: history } = await risk.call(indexCalls.indexHistory, { currency_id: btc });
    expect(history.rows[0]).toMatchObject({ version: present.version });
  });
});

/** Sets the rule in force of the index of BTC, with changes, as a person who has seen the present state. */
async function configureIndex(changes: object) {
  const { sources, waiting, ...present } = await btcIndex();
  const { currency_id, max_deviation, min_sources, price_decimals, staleness_ms, version } = present;
  return risk.call(indexCalls.configureIndex, {
    currency_id,
    max_deviation,
    min_sources,
    price_decimals,
    staleness_ms,
    version,
    sources: sources.map(({ name }) => name),
    waiting_sequence: waiting?.sequence ?? null,
    ...changes,
  });
}

interface Decided {
  readonly error?: string;
  readonly data: { readonly approval: number | null; readonly result: object | null };
}

/** Whether a change has become a request that a second person must approve. */
function isAsked({ data, error }: Decided): boolean {
  return error === undefined && data.approval !== null && data.result === null;
}

/** Approves a change that a second person must approve, and waits until it is carried out. */
async function approved(change: Decided): Promise<void> {
  expect(isAsked(change)).toBe(true);
  await carriedOut(change.data.approval);
}

/** Approves a request with a second person, and waits until it is carried out. */
async function carriedOut(approval: number | null): Promise<void> {
  const id = approval ?? 0;
  const other = await venue.staff(3, ['risk']);
  const { payload_hash } = (await other.call(approvalCalls.approval, { id })).data;
  await other.call(approvalCalls.voteOnApproval, { id, verdict: 'approve', payload_hash });
  while ((await other.call(approvalCalls.approval, { id })).data.stage === 'ready') continue;
}

async function btcIndex() {
  const { data } = await risk.call(indexCalls.indices, {});
  const row = data.rows.find(({ currency_id: id }) => id === btc);
  if (row === undefined) throw new Error('no index of BTC');
  return row;
}
