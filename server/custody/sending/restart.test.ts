import type { NoticePage } from '@bourse/contract/alerts';
import type { SentCoins } from '@bourse/contract/sending';
import { userId } from '@bourse/engine';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { interrupt } from '../../testing/interrupted-writes.ts';
import { RunningVenue, type Person } from '../../testing/running-venue.ts';
import { sendingCode, sendWith, verifiedPerson } from '../../testing/sending.ts';

const usdt = 3;
const clock = { aheadMs: 0 };
const options = { now: () => Date.now() + clock.aheadMs };

let venue: RunningVenue;
let ann: Person;
let bob: Person;
let people = 0;

beforeAll(async () => {
  venue = await RunningVenue.open({ ...options, settings: { demo_review_seconds: 0 } });
});

beforeEach(async () => {
  people += 1;
  ann = await verifiedPerson(venue, `ann-${people}`);
  bob = await verifiedPerson(venue, `bob-${people}`);
});

afterAll(async () => {
  await venue.close();
});

async function restart(): Promise<void> {
  await venue.stop();
  await reopen();
}

async function reopen(): Promise<void> {
  venue = await RunningVenue.openOn(venue.database, options);
  [ann, bob] = [ann.on(venue), bob.on(venue)];
}

/** A request that was stored and never answered, of five USDT. */
async function stored(): Promise<void> {
  await venue.database.query(
    `insert into app.sends (user_id, to_user_id, user_hint, to_hint, currency_id, amount, worth, request_key, stage,
       created_at, changed_at)
     values ($1, $2, 'A***e', 'A***e', 3, 5000000, 500000000, 'ended', 'creating', $3, $3)`,
    [ann.id, bob.id, options.now()],
  );
}

async function stages(): Promise<readonly string[]> {
  const rows = await venue.database.query<{ stage: string }>(
    'select stage from app.sends where user_id = $1 order by id',
    [ann.id],
  );
  return rows.map(({ stage }) => stage);
}

async function templatesOf(person: Person): Promise<readonly string[]> {
  const { body } = await person.get<NoticePage>('notices/list');
  return body.data.data.map(({ template }) => template).filter((template) => template.startsWith('coins'));
}

/** The coins have moved once, and both are notified once. */
async function sentOnce(): Promise<void> {
  await expect.poll(stages, { timeout: 60_000 }).toEqual(['sent']);
  expect([(await ann.balance(usdt)).available, (await bob.balance(usdt)).available]).toEqual(['99995', '100005']);
  await expect.poll(async () => templatesOf(ann), { timeout: 60_000 }).toEqual(['coins_sent']);
  await expect.poll(async () => templatesOf(bob), { timeout: 60_000 }).toEqual(['coins_received']);
  const { body } = await bob.get<{ data: readonly SentCoins[] }>('transfer/list');
  expect(body.data.data).toHaveLength(1);
}

describe('a server that ends', () => {
  test('after it has stored a request moves its coins later', async () => {
    await stored();
    await restart();
    expect((await ann.balance(usdt)).available).toBe('100000');
    clock.aheadMs += 30_000;
    await sentOnce();
  });

  test.each([
    ['the coins have moved', 'sends', `new.stage = 'sent'`],
    ['both sides were notified', 'sends', 'new.noticed'],
  ])('before it has recorded that %s does so later, once', async (_what, table, when) => {
    const coins = { to_uid: bob.id, number: '5' };
    const code = await sendingCode(venue, ann, coins);
    const interruption = await interrupt(venue.database, table, 'update', when);
    await sendWith(ann, { ...coins, code }).catch(() => undefined);
    await interruption.reached();
    await venue.stop();
    await interruption.end();
    await reopen();
    clock.aheadMs += 30_000;
    await sentOnce();
    await restart();
    await sentOnce();
  });

  test('before it has stored a request has used no code up', async () => {
    const coins = { to_uid: bob.id, number: '5' };
    const code = await sendingCode(venue, ann, coins);
    const interruption = await interrupt(venue.database, 'sends', 'insert', 'true');
    await sendWith(ann, { ...coins, code }).catch(() => undefined);
    await interruption.reached();
    await interruption.end();
    expect((await sendWith(ann, { ...coins, code })).body.code).toBe(1);
    await sentOnce();
  });

  test('decides a request by the rules of that time, and gives its limits back', async () => {
    await stored();
    const freeze = { user: userId(bob.id), before: 'none', scope: 'outflow' } as const;
    await venue.operate({ type: 'restrict_user', ...freeze, operator: userId(1), cause: 'incident' });
    await restart();
    clock.aheadMs += 30_000;
    await expect.poll(stages, { timeout: 60_000 }).toEqual(['void']);
    expect((await ann.balance(usdt)).available).toBe('100000');
    const { body } = await ann.get<{ day_limit: string; day_left: string }>('transfer/quote?currency_id=3');
    expect(body.data.day_left).toBe(body.data.day_limit);
    // The same key is answered as the request was decided.
    const key = { 'idempotency-key': 'ended' };
    expect((await sendWith(ann, { to_uid: bob.id, number: '5' }, key)).body.error).toBe('recipient_unknown');
  });
});
