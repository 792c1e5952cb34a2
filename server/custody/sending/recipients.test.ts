import type { Recipient } from '@bourse/contract/sending';
import { userId } from '@bourse/engine';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { RunningVenue, type Person } from '../../testing/running-venue.ts';
import { loggedInAgain, verifiedPerson } from '../../testing/sending.ts';
import { hintOf } from './recipients.ts';

it.each([
  ['Ann Lee', 'A***e'],
  ['Li', 'L***'],
  ['X', 'X***'],
  ['李小龙', '李***龙'],
  ['李伟', '李***'],
  ['अनिता', 'अ***ता'],
  ['  Zoë Müller ', 'Z***r'],
  ['', '***'],
])('the hint of the name %j is %j', (name, hint) => {
  expect(hintOf(name)).toBe(hint);
});

const clock = { aheadMs: 0 };
const dayMs = 86_400_000;

let venue: RunningVenue;
let ann: Person;
let bob: Person;
let eve: Person;
let people = 0;

beforeAll(async () => {
  venue = await RunningVenue.open({
    now: () => Date.now() + clock.aheadMs,
    settings: { demo_review_seconds: 0, send_lookups: 6, login_code: 'never' },
  });
  bob = await verifiedPerson(venue, 'bob');
  eve = await venue.person('eve');
});

afterAll(async () => {
  await venue.close();
});

async function lookUp(person: Person, to: string | number) {
  return (await person.get<Recipient>(`transfer/recipient?to=${encodeURIComponent(to)}`)).body;
}

async function newcomer(): Promise<Person> {
  people += 1;
  return verifiedPerson(venue, `ann-${people}`);
}

describe('a recipient', () => {
  test('is found by id, and only the ends of the verified name are shown', async () => {
    ann = await newcomer();
    expect(await lookUp(ann, bob.id)).toMatchObject({ code: 1, data: { uid: bob.id, hint: 'A***e' } });
    expect(await lookUp(ann, ` ${bob.id} `)).toMatchObject({ code: 1 });
  });

  test('who is unverified, restricted, unknown or nonsense is refused alike', async () => {
    ann = await newcomer();
    const rick = await verifiedPerson(venue, 'rick');
    const freeze = { user: userId(rick.id), before: 'none', scope: 'outflow' } as const;
    await venue.operate({ type: 'restrict_user', ...freeze, operator: userId(1), cause: 'incident' });
    const answers = [];
    for (const to of [eve.id, rick.id, 999_999_999, 'bob', '-1', '1e5']) answers.push(await lookUp(ann, to));
    for (const { code, details, error, message } of answers) {
      expect({ code, details, error, message }).toEqual({
        code: 0,
        details: answers[0]?.details,
        error: 'recipient_unknown',
        message: answers[0]?.message,
      });
    }
  });

  test('who has blocked the caller as a trader is not found by that caller only', async () => {
    ann = await newcomer();
    const kim = await newcomer();
    await venue.database.query('insert into app.trader_blocks values ($1, $2, 1)', [kim.id, ann.id]);
    expect(await lookUp(ann, kim.id)).toMatchObject({ error: 'recipient_unknown' });
    expect(await lookUp(bob, kim.id)).toMatchObject({ code: 1 });
  });

  test('is not found by a caller who is not verified', async () => {
    expect(await lookUp(eve, bob.id)).toMatchObject({ code: 0, error: 'recipient_unknown' });
  });

  test('is not oneself, by id or by mail', async () => {
    ann = await newcomer();
    expect(await lookUp(ann, ann.id)).toMatchObject({ error: 'recipient_self' });
    expect(await lookUp(ann, ann.account.toUpperCase())).toMatchObject({ error: 'recipient_self' });
  });

  test('is found by mail only while that person allows it', async () => {
    ann = await newcomer();
    const kim = await newcomer();
    expect(await lookUp(ann, kim.account)).toMatchObject({ error: 'recipient_unknown' });
    expect((await kim.post('transfer/settings', { by_mail: true })).body.data).toEqual({ by_mail: true });
    expect((await kim.get('user/info')).body.data).toMatchObject({ found_by_mail: true });
    expect(await lookUp(ann, kim.account)).toMatchObject({ code: 1, data: { uid: kim.id } });
    await kim.post('transfer/settings', { by_mail: false });
    expect(await lookUp(ann, kim.account)).toMatchObject({ error: 'recipient_unknown' });
  });

  test('can be looked up a few times a day, found or not, also at a time', async () => {
    ann = await newcomer();
    const answers = await Promise.all(Array.from({ length: 12 }, async (_, at) => lookUp(ann, 500_000 + at)));
    expect(answers.filter(({ error }) => error === 'recipient_unknown')).toHaveLength(6);
    const refused = answers.filter(({ error }) => error === 'recipient_lookups_used');
    expect(refused.map(({ details }) => details)).toEqual(Array.from({ length: 6 }, () => ({ maximum: 6 })));
    expect(await lookUp(ann, bob.id)).toMatchObject({ error: 'recipient_lookups_used' });
    clock.aheadMs += dayMs;
    ann = await loggedInAgain(venue, ann);
    expect(await lookUp(ann, bob.id)).toMatchObject({ code: 1 });
  });
});
