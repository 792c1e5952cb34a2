import type { TopupRedirect, TopupSetting } from '@bourse/contract/topup';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SignerUnavailable } from '../signer/index.ts';
import { DemoWorld } from '../../demo/simulator/chain/index.ts';
import { FaultyWorld } from '../../testing/faulty-world.ts';
import { interrupt } from '../../testing/interrupted-writes.ts';
import { type Person, RunningVenue } from '../../testing/running-venue.ts';
import { beginTopup, orderOf, quoteOf, topupOf, topupsOf, verifiedPerson } from '../../testing/topping-up.ts';

const wait = { timeout: 30_000, interval: 20 };

let world: FaultyWorld;
let venue: RunningVenue;
let ann: Person;

beforeEach(async () => {
  world = FaultyWorld.open();
  venue = await RunningVenue.open({ ...world.options, settings: { demo_review_seconds: 0 } });
  ann = await verifiedPerson(venue, 'ann');
});

afterEach(async () => {
  await venue.close();
  world.close();
});

async function restart(): Promise<void> {
  await venue.stop();
  venue = await RunningVenue.openOn(venue.database, world.options);
  ann = ann.on(venue);
}

test('an approved payment that was lost with the process of the chain is paid again', async () => {
  const { data } = (await beginTopup(ann)).body;
  await venue.post('demo/topup_decide', { order: orderOf(data), decision: 'approve' });
  await expect.poll(() => world.chain.pending.length, wait).toBe(1);
  await venue.stop();
  world.world.world.close();
  world.world.world = DemoWorld.open({ folder: world.world.folder, expectedMs: 90 });
  expect(world.chain.pending).toEqual([]);
  venue = await RunningVenue.openOn(venue.database, world.options);
  ann = ann.on(venue);
  await expect.poll(() => world.chain.pending.length, wait).toBe(1);
  world.world.mine();
  await expect.poll(async () => (await topupOf(ann, data.id))?.credited, wait).toBe('96.5');
  await expect
    .poll(async () => venue.database.query('select done from app.demo_topups where topup_id = $1', [data.id]), wait)
    .toEqual([{ done: true }]);
});

test('an order that was begun continues when top-ups are closed, and no other one begins', async () => {
  const { quote_id } = await quoteOf(ann);
  const other = await quoteOf(ann);
  const fault = await interrupt(venue.database, 'topups', 'update', 'new.redirect_url is not null');
  expect((await ann.post('topup/create', { quote_id })).status).toBe(500);
  await fault.end();
  await venue.database.query(`insert into app.site_settings (name, value) values ('topup_open', '0')`);
  await restart();
  expect((await ann.post<TopupRedirect>('topup/create', { quote_id })).body.data.redirect_url).toContain('/demo/card');
  expect((await ann.post('topup/create', { quote_id: other.quote_id })).body.error).toBe('topup_unavailable');
  expect((await ann.get('topup/quote?currency_id=3&amount=100')).body.error).toBe('topup_unavailable');
  const { body } = await venue.get<TopupSetting>('topup/setting');
  expect(body.data).toMatchObject({ currencies: [], provider: null });
});

describe('a signer that cannot be asked', () => {
  test('ends the order, which then counts for no limit', async () => {
    world.address = () => Promise.reject(new SignerUnavailable('The test has stopped the signer.'));
    for (let at = 0; at < 11; at += 1) expect((await beginTopup(ann, '1000')).body.error).toBe('chain_unavailable');
    expect(new Set((await topupsOf(ann)).map(({ status }) => status))).toEqual(new Set(['expired']));
    world.mend();
    expect((await beginTopup(ann, '1000')).body.code).toBe(1);
    expect((await beginTopup(ann, '1000')).body.code).toBe(1);
    expect((await beginTopup(ann, '1000')).body.error).toBe('topup_limit');
  });

  test('does not let a person store orders without end', async () => {
    world.address = () => Promise.reject(new SignerUnavailable('The test has stopped the signer.'));
    for (let at = 0; at < 50; at += 1) expect((await beginTopup(ann, '20')).body.error).toBe('chain_unavailable');
    expect((await beginTopup(ann, '20')).body.error).toBe('topups_used_up');
  });
});
