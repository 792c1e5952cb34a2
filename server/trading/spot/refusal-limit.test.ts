import type { Order } from '@bourse/contract/spot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { multipliedRates } from '../../ground/gateway/index.ts';
import { type Person, RunningVenue } from '../../testing/running-venue.ts';

const btcUsdt = 1;
const batch = 20;
const burst = multipliedRates(1).refusal.person?.burst ?? 0;

/**
 * The most that one refused command may occupy on the disk: the journal row of a batch that contains only it, with its
 * index entry. `docs/reference/security.md` multiplies it by the limits of the class `refusal`.
 */
const maxBytesPerRefusal = 512;

let venue: RunningVenue;
let ann: Person;
let elapsedMs = 0;

beforeAll(async () => {
  venue = await RunningVenue.open({ config: { mode: 'demo', simulator: false }, elapsed: () => elapsedMs });
  ann = await venue.person('ann');
});

afterAll(async () => {
  await venue.close();
});

interface Batch {
  readonly results: readonly { readonly error?: string }[];
}

/** Cancels unknown orders under keys of the greatest length; returns how many were refused by the exchange. */
async function cancelUnknown(person: Person, entries: number): Promise<number> {
  let refused = 0;
  for (let sent = 0; sent < entries; sent += batch) {
    elapsedMs += 1_000 * (batch / (multipliedRates(1).cancel.person?.perSecond ?? 1));
    const ids = Array.from({ length: batch }, (_, n) => 9_000_000_000_000_000 + sent + n);
    const key = { 'idempotency-key': `${entries}-${sent}`.padEnd(36, 'k') };
    const { body } = await person.post<Batch>('tx_batch/cancel', { ids }, key);
    refused += body.data.results.filter(({ error }) => error === 'order_not_found').length;
  }
  return refused;
}

/** The commands in the journal, and the bytes of the journal with its indexes. */
async function journal(): Promise<{ commands: number; bytes: number }> {
  const [row] = await venue.database.query<{ commands: string; bytes: string }>(
    `select coalesce(sum(last_sequence - first_sequence + 1), 0) as commands,
       (select sum(pg_total_relation_size(relid)) from pg_partition_tree('core.journal')) as bytes from core.journal`,
  );
  return { commands: Number(row?.commands), bytes: Number(row?.bytes) };
}

describe('commands that change nothing', () => {
  test('are journaled up to a limit of their user, which leaves other users and the cancel of an open order alone', async () => {
    const order = await ann.buy<Order>(btcUsdt, '0.01', '20000');
    const before = await journal();
    const refused = await cancelUnknown(ann, burst + 10 * batch);
    const grown = (await journal()).commands - before.commands;
    const refilled = Math.ceil((elapsedMs / 1_000) * 0.5) + 1;
    expect(refused).toBeGreaterThanOrEqual(burst);
    expect(refused).toBeLessThanOrEqual(burst + refilled);
    expect(grown).toBeLessThanOrEqual(burst + refilled + 20);

    const late = await ann.buy(btcUsdt, '0.01', '20000');
    expect(late).toMatchObject({ status: 429, body: { error: 'too_many_requests' } });
    const cancel = () => ann.post('tx_in/cancel', { id: order.body.data.id });
    expect((await cancel()).body).toMatchObject({ code: 1 });
    expect((await cancel()).body.error).toBe('too_many_requests');
    const ben = await venue.person('ben');
    expect((await ben.post('tx_in/cancel', { id: 9 })).body.error).toBe('order_not_found');
    elapsedMs += 2_000;
    expect((await ann.buy(btcUsdt, '0.01', '20000')).body).toMatchObject({ code: 1 });
    expect((await ann.buy(btcUsdt, '0.01', '20000')).body).toMatchObject({ code: 1 });
  });

  test('are limited too when they name an open order but its key belongs to another request', async () => {
    const key = { 'idempotency-key': 'of-an-order' };
    const order = await ann.post<Order>(
      'tx_in/add',
      { currency_match_id: btcUsdt, number: '0.01', price: '20000' },
      key,
    );
    await cancelUnknown(ann, burst / 2);
    const answers: (string | undefined)[] = [];
    for (let n = 0; n < 110; n += 1) {
      const { body } = await ann.post('tx_in/cancel', { id: order.body.data.id }, key);
      answers.push(body.error);
    }
    expect(answers.slice(0, 100)).toEqual(Array(100).fill('idempotency_key_reused'));
    expect(answers.slice(101)).toEqual(Array(9).fill('too_many_requests'));
    elapsedMs += 2_000;
    expect((await ann.post('tx_in/cancel', { id: order.body.data.id })).body).toMatchObject({ code: 1 });
  });

  test('occupy no more of the disk than the documented bytes', async () => {
    const carl = await venue.person('carl');
    const key = (n: number) => ({ 'idempotency-key': String(n).padEnd(36, 'k') });
    const order = { currency_match_id: btcUsdt, number: '10', price: '99999', client_order_id: 'c'.repeat(36) };
    const before = await journal();
    const sent = 300;
    for (let n = 0; n < sent; n += 1) {
      elapsedMs += 20;
      expect((await carl.post('tx_in/add', order, key(n))).body.error).toBe('insufficient_balance');
    }
    const after = await journal();
    expect(after.commands - before.commands).toBeGreaterThanOrEqual(sent);
    expect((after.bytes - before.bytes) / sent).toBeLessThan(maxBytesPerRefusal);
  });
});
