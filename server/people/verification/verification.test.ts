import { verificationCalls } from '@bourse/contract/console';
import type { RealName } from '@bourse/contract/verification';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConsoleVenue, type StaffClient } from '../../testing/console-client.ts';
import { type Person, RunningVenue, testPassword } from '../../testing/running-venue.ts';
import { imageOf } from '../../testing/uploads.ts';

const hourMs = 3_600_000;

let console: ConsoleVenue;
let venue: RunningVenue;
let risk: StaffClient;
let support: StaffClient;
let people = 0;
let nowMs = Date.UTC(2026, 5, 1);

beforeAll(async () => {
  // Staff decide, as on a live exchange.
  console = await ConsoleVenue.open({ now: () => nowMs, settings: { demo_review_seconds: 0 } });
  ({ venue } = console);
});

afterAll(async () => {
  await console.close();
});

/** Sessions of staff, whose one-time password was entered at the time of the test. */
async function staff(): Promise<void> {
  risk = await console.staff(21, ['risk'], nowMs);
  support = await console.staff(22, ['support'], nowMs);
  await venue.database.query('update app.staff_sessions set started_at = $1, last_seen_at = $1', [nowMs]);
}

async function newPerson(on = venue): Promise<Person> {
  people += 1;
  return on.person(`person-${people}`);
}

type Fields = Readonly<Record<string, unknown>>;

/** A complete first submission, with changes. */
async function submit(person: Person, changes: Fields = {}, on = venue) {
  const [front_pic, reverse_pic] = [await imageOf(on, person.token), await imageOf(on, person.token)];
  const fields = {
    name: 'Ann Example',
    card_id: `L01X ${people}4474`,
    front_pic,
    reverse_pic,
    pay_password: 'Vx7qmd3k',
  };
  return (await person.post<RealName>('user_real/real_name', { ...fields, ...changes })).body;
}

async function center(person: Person): Promise<RealName> {
  return (await person.get<RealName>('user_real/center')).body.data;
}

/** Takes the submission of a user and decides about it. */
async function decide(person: Person, rejection: { key: 'unreadable' | 'other'; words: string } | null) {
  await staff();
  const { data } = await risk.call(verificationCalls.verifications, { user: person.id });
  const [row] = data.rows;
  if (row === undefined) throw new Error('nothing was submitted');
  const { id, version } = row;
  const taken = await risk.call(verificationCalls.takeVerification, { id, version });
  expect(taken.error).toBeUndefined();
  return rejection === null
    ? risk.call(verificationCalls.approveVerification, { id, version })
    : risk.call(verificationCalls.rejectVerification, { id, version, ...rejection });
}

describe('a first submission', () => {
  test("reveals no login password: ten trade passwords are compared with a user's an hour", async () => {
    const ann = await newPerson();
    const unknown = { front_pic: 'a'.repeat(32), reverse_pic: 'b'.repeat(32) };
    const answers: (string | undefined)[] = [];
    for (let n = 0; n < 10; n += 1) {
      answers.push((await submit(ann, { ...unknown, pay_password: `Vx7qmd3${n}` })).error);
    }
    expect(new Set(answers)).toEqual(new Set(['image_unknown']));
    const guess = await submit(ann, { ...unknown, pay_password: testPassword });
    expect(guess).toMatchObject({ error: 'too_many_requests', details: { retry_after: 3_600 } });
    nowMs += hourMs;
    expect((await submit(ann, { pay_password: testPassword })).error).toBe('pay_password_same');
  });

  test('is under review, masks the number, and creates the trade password', async () => {
    const ann = await newPerson();
    expect(await center(ann)).toMatchObject({ id: 0, review_status: 0, reason: '' });
    expect(await submit(ann, { card_id: 'l01x-00 t474' })).toMatchObject({ code: 1, data: { review_status: 1 } });
    const state = await center(ann);
    expect(state).toMatchObject({ name: 'Ann Example', card_id: 'L01••••••4', review_status: 1, reason: '' });
    const picture = await fetch(venue.url + state.front_pic, { headers: { authorization: ann.token } });
    expect(picture.headers.get('content-type')).toBe('image/jpeg');
    const stored = await venue.database.query('select 1 from app.pay_passwords where user_id = $1', [ann.id]);
    expect(stored).toHaveLength(1);
  });

  test.each([
    [{ name: '' }, 'real_name_required'],
    [{ name: 'A1' }, 'real_name_shape'],
    [{ name: 'Аnn Example' }, 'real_name_mixed'],
    [{ card_id: '' }, 'card_id_required'],
    [{ card_id: 'ABCDEF' }, 'card_id_shape'],
    [{ front_pic: '' }, 'real_name_pictures'],
    [{ front_pic: 'f'.repeat(32) }, 'image_unknown'],
    [{ pay_password: testPassword }, 'pay_password_same'],
    [{ pay_password: 'abc' }, 'password_shape'],
    [{ pay_password: undefined }, 'password_required'],
  ])('is refused with a clear reason, and nothing is stored: %j', async (changes, error) => {
    const person = await newPerson();
    expect((await submit(person, changes)).error).toBe(error);
    expect(await center(person)).toMatchObject({ id: 0, review_status: 0 });
    const stored = await venue.database.query('select 1 from app.pay_passwords where user_id = $1', [person.id]);
    expect(stored).toEqual([]);
  });

  test('cannot use the same image twice, or an image of another user', async () => {
    const [ann, bob] = [await newPerson(), await newPerson()];
    const own = await imageOf(venue, ann.token);
    expect((await submit(ann, { front_pic: own, reverse_pic: own })).error).toBe('real_name_pictures');
    expect((await submit(bob, { front_pic: own })).error).toBe('image_unknown');
    expect((await submit(ann, { front_pic: own })).code).toBe(1);
  });

  test('sent twice at once is stored once', async () => {
    const ann = await newPerson();
    const both = await Promise.all([submit(ann), submit(ann)]);
    expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect(both.find(({ code }) => code === 0)?.error).toBe('real_name_in_review');
  });
});

describe('documents under review', () => {
  test('accept a reminder once a day, and no changes', async () => {
    const ann = await newPerson();
    const { id } = (await submit(ann)).data;
    const remind = async () => (await ann.post<RealName>('user_real/real_name', { id, name: 'Another Name' })).body;
    expect((await remind()).code).toBe(1);
    expect(await remind()).toMatchObject({ error: 'real_name_reminded', details: { hours: 24 } });
    nowMs += 24 * hourMs;
    const login = await venue.post<{ token: string }>('user/login', { account: ann.account, password: testPassword });
    const headers = { authorization: login.body.data.token };
    expect((await venue.post('user_real/real_name', { id }, headers)).body.code).toBe(1);
    const { body } = await venue.get<RealName>('user_real/center', headers);
    expect(body.data).toMatchObject({ name: 'Ann Example', review_status: 1 });
    expect((await venue.post('user_real/real_name', { name: 'Ann' }, headers)).body.error).toBe('real_name_in_review');
  });

  test('are unknown to another user', async () => {
    const [ann, bob] = [await newPerson(), await newPerson()];
    const { id } = (await submit(ann)).data;
    expect((await bob.post('user_real/real_name', { id })).body.error).toBe('real_name_unknown');
  });
});

describe('a decision of staff', () => {
  test('to reject shows the reason and the words, and what is not given again stays', async () => {
    const ann = await newPerson();
    await submit(ann);
    const before = await center(ann);
    expect((await decide(ann, { key: 'unreadable', words: 'The front is blurred.' })).error).toBeUndefined();
    const rejected = await center(ann);
    expect(rejected).toMatchObject({ review_status: 0, reason: 'The images are not readable. The front is blurred.' });
    const [mail] = await venue.outbox(ann.account);
    expect(mail?.text).toContain('to see the reason');
    const front_pic = await imageOf(venue, ann.token);
    const again = await ann.post<RealName>('user_real/real_name', { id: rejected.id, front_pic });
    expect(again.body.data).toMatchObject({ review_status: 1, reason: '', reverse_pic: before.reverse_pic });
    expect(again.body.data.front_pic).toContain(front_pic);
    expect((await decide(ann, null)).error).toBeUndefined();
    expect(await center(ann)).toMatchObject({ review_status: 2, name: 'Ann Example', automatic: 0 });
    const refused = await ann.post('user_real/real_name', { id: rejected.id, name: 'Eve Example' });
    expect(refused.body.error).toBe('real_name_approved');
  });

  test('needs the person who has taken the documents, within 15 minutes, and is made once', async () => {
    const ann = await newPerson();
    await submit(ann);
    await staff();
    const { data } = await support.call(verificationCalls.verifications, { user: ann.id });
    const reference = { id: data.rows[0]?.id ?? 0, version: data.rows[0]?.version ?? 0 };
    expect((await risk.call(verificationCalls.approveVerification, reference)).error).toBe('verification_not_taken');
    await support.call(verificationCalls.takeVerification, reference);
    expect((await risk.call(verificationCalls.takeVerification, reference)).error).toBe('verification_taken');
    expect((await support.call(verificationCalls.approveVerification, reference)).error).toBe('forbidden');
    nowMs += hourMs / 4;
    await staff();
    await risk.call(verificationCalls.takeVerification, reference);
    expect((await risk.call(verificationCalls.approveVerification, reference)).error).toBeUndefined();
    expect((await risk.call(verificationCalls.approveVerification, reference)).error).toBe('changed_meanwhile');
  });

  test('is never about the documents of the same person', async () => {
    await staff();
    const own = await venue.person(`staff21`);
    await submit(own);
    expect((await decide(own, null).catch(() => ({ error: 'not taken' }))).error).toBe('not taken');
    const { data } = await risk.call(verificationCalls.verifications, { user: own.id });
    const look = await risk.call(verificationCalls.verificationCase, { id: data.rows[0]?.id ?? 0 });
    expect(look.error).toBe('own_account');
  });

  test('sees a document that two accounts use, also written differently', async () => {
    const [ann, bob] = [await newPerson(), await newPerson()];
    await submit(ann, { card_id: 'P 12-345/67' });
    await submit(bob, { card_id: 'p1234567', name: 'Bob Example' });
    await staff();
    const { data } = await support.call(verificationCalls.verifications, { user: bob.id });
    expect(data.rows).toMatchObject([{ duplicates: 1 }]);
    const look = await support.call(verificationCalls.verificationCase, { id: data.rows[0]?.id ?? 0 });
    expect(look.data.same_document).toMatchObject([{ user_id: ann.id, name: 'Ann Example', state: 'review' }]);
  });

  test('sees the documents only after the reason is in the audit log', async () => {
    const ann = await newPerson();
    await submit(ann);
    await staff();
    const { data } = await support.call(verificationCalls.verifications, { user: ann.id });
    expect(JSON.stringify(data)).not.toContain('Example');
    const reason = 'Review of the queue of today';
    const look = await support.call(verificationCalls.verificationCase, { id: data.rows[0]?.id ?? 0, reason });
    expect(look.data).toMatchObject({ name: 'Ann Example' });
    expect(
      Buffer.from(look.data.front ?? '', 'base64')
        .subarray(0, 3)
        .toString('hex'),
    ).toBe('ffd8ff');
    const logged = await venue.database.query<{ reason: string }>(
      `select reason from app.operator_log where kind = 'look' and subject_id = $1`,
      [String(ann.id)],
    );
    expect(logged).toEqual([{ reason }]);
    const finance = await console.staff(23, ['finance'], nowMs);
    await venue.database.query('update app.staff_sessions set started_at = $1, last_seen_at = $1', [nowMs]);
    expect((await finance.call(verificationCalls.verificationCase, { id: 1 })).error).toBe('forbidden');
  });
});

test('a user submits at most five times within 24 hours', async () => {
  const ann = await newPerson();
  const { id } = (await submit(ann)).data;
  const errors: unknown[] = [];
  for (let n = 0; n < 5; n += 1) {
    await decide(ann, { key: 'other', words: 'Please try again.' });
    errors.push((await ann.post('user_real/real_name', { id, name: 'Ann Example' })).body.error);
  }
  expect(errors).toEqual([undefined, undefined, undefined, undefined, 'real_name_too_often']);
});

test('names and numbers are unreadable in the database', async () => {
  const ann = await newPerson();
  await submit(ann, { name: 'Legible Person', card_id: 'READABLE77' });
  const rows = await venue.database.query<{ name: Buffer; card_id: Buffer; card_key: Buffer }>(
    'select name, card_id, card_key from app.verifications',
  );
  for (const { card_id, card_key, name } of rows) {
    expect(Buffer.concat([name, card_id, card_key]).toString('latin1')).not.toMatch(/Legible|READABLE/);
  }
});

test('a demo decides 20 s after the submission, over restarts, and rejects what contains REJECT', async () => {
  const startMs = Date.UTC(2026, 5, 1);
  const first = await RunningVenue.open({ now: () => startMs });
  const [ann, rex] = [await newPerson(first), await newPerson(first)];
  expect(await submit(ann, {}, first)).toMatchObject({ data: { review_status: 1, automatic: 1 } });
  await submit(rex, { name: 'Rex Reject' }, first);
  await first.stop();
  const early = await RunningVenue.openOn(first.database, { now: () => startMs + 19_000 });
  expect(await center(ann.on(early))).toMatchObject({ review_status: 1 });
  await early.stop();
  const late = await RunningVenue.openOn(first.database, { now: () => startMs + 20_000 });
  await expect.poll(async () => (await center(ann.on(late))).review_status).toBe(2);
  await expect.poll(async () => (await center(rex.on(late))).reason).toContain('REJECT');
  expect(await center(ann.on(late))).toMatchObject({ automatic: 1 });
  const [mail] = await late.outbox(rex.account);
  expect(mail?.text).toContain('to see the reason');
  await late.close();
});
