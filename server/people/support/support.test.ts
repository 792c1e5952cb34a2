import { feedbackCalls } from '@bourse/contract/console';
import type { Feedback, FeedbackRow } from '@bourse/contract/support';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAppDatabase, openIdentityPool } from '../../ground/database/index.ts';
import { ConsoleVenue, type StaffClient } from '../../testing/console-client.ts';
import type { Person } from '../../testing/running-venue.ts';
import { download, imageOf } from '../../testing/uploads.ts';
import { sweepOnce } from './sweep.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const content = 'My deposit of yesterday is still not in my account.';

const clock = { ms: Date.now() };
let exchange: ConsoleVenue;
let sue: StaffClient;

beforeAll(async () => {
  exchange = await ConsoleVenue.open({ now: () => clock.ms });
  sue = await exchange.staff(1, ['support']);
});

afterAll(async () => {
  await exchange.close();
});

/** Lets time pass; members of staff stay logged in. */
async function pass(ms: number): Promise<void> {
  clock.ms += ms;
  await exchange.venue.database.query('update app.staff_sessions set started_at = $1, last_seen_at = $1', [clock.ms]);
}

const write = async (person: Person, more: object = {}) =>
  (await person.post<Feedback>('feedback/add', { type: 'assets', title: 'Deposit', content, ...more })).body;
const info = async (person: Person, id: number) => (await person.get<Feedback>(`feedback/info?id=${id}`)).body;
const reply = async (person: Person, id: number, text = 'It is there now') =>
  (await person.post<Feedback>('feedback/reply', { id, content: text })).body;
const close = async (person: Person, id: number) => (await person.post('feedback/close', { id })).body;
const thread = async (id: number) => (await sue.call(feedbackCalls.feedbackThread, { id })).data;
const answer = async (id: number, by = sue, more: object = {}) =>
  by.call(feedbackCalls.answerFeedback, {
    id,
    version: (await thread(id)).version,
    content: 'We look at it.',
    ...more,
  });

describe('feedback', () => {
  test('is sent, answered by mail, replied to and closed', async () => {
    const ann = await exchange.venue.person('ann');
    await exchange.venue.post('user/login', { account: 'ann@example.com', password: 'Tq8zkw2p' }, { lang: 'de' });
    const sent = await write(ann, { title: ' Deposit ', content: `  ${content}\n\nThank you ` });
    expect(sent).toMatchObject({ code: 1, message: 'Sent to support' });
    const { id } = sent.data;
    expect(sent.data).toMatchObject({
      title: 'Deposit',
      state: 'open',
      messages: [{ from: 'user', content: `${content}\n\nThank you`, images: [] }],
    });
    expect((await answer(id)).code).toBe(1);
    expect((await info(ann, id)).data).toMatchObject({
      state: 'answered',
      messages: [{ from: 'user' }, { from: 'support', content: 'We look at it.' }],
    });
    const [mail] = await exchange.venue.outbox('ann@example.com');
    expect(mail?.subject).toBe('Bourse: Antwort auf Ihre Anfrage');
    expect(mail?.text).toContain('„Deposit“');
    expect(mail?.text).not.toContain('We look at it.');
    expect((await reply(ann, id)).data.state).toBe('open');
    expect((await close(ann, id)).code).toBe(1);
    expect((await close(ann, id)).code).toBe(1);
    expect((await info(ann, id)).data.state).toBe('closed');
    expect((await reply(ann, id, 'Missing again')).data.state).toBe('open');
  });

  test('of fewer than ten words is refused, with the number that was counted', async () => {
    const ben = await exchange.venue.person('ben');
    const short = await write(ben, { content: 'Where is my deposit? Where? Where? Where? Where?' });
    expect(short).toMatchObject({ error: 'feedback_too_short', details: { minimum: 10, words: 8 } });
    expect((await write(ben, { content: '我的充值还没有到账户' })).code).toBe(1);
    expect((await write(ben, { content: '我的充值没有到账。。。。' })).error).toBe('feedback_too_short');
  });

  test.each([
    [{ type: 'other' }, 'type'],
    [{ title: '' }, 'title'],
    [{ title: '  ' }, 'title'],
    [{ title: 'x'.repeat(101) }, 'title'],
    [{ title: 'two\nlines' }, 'title'],
    [{ content: 'word '.repeat(801) }, 'content'],
    [{ content: `${content}\u0000` }, 'content'],
    [{ images: ['a', 'b', 'c', 'd', 'e'] }, 'images'],
  ])('with %j is refused', async (more, field) => {
    const cat = await exchange.venue.person(`cat${JSON.stringify(more).length}${field}`);
    expect(await write(cat, more)).toMatchObject({ error: 'invalid_request', details: { field } });
  });

  test('is limited to three an hour and five that are not closed', async () => {
    const dan = await exchange.venue.person('dan');
    const ids: number[] = [];
    const three = await Promise.all([1, 2, 3, 4, 5].map(async () => write(dan)));
    expect(three.filter(({ code }) => code === 1)).toHaveLength(3);
    expect(three.filter(({ error }) => error === 'feedback_too_often')).toHaveLength(2);
    await pass(hourMs + 1);
    for (let n = 0; n < 2; n++) ids.push((await write(dan)).data.id);
    expect(await write(dan)).toMatchObject({ error: 'feedback_limit', details: { maximum: 5 } });
    await close(dan, ids[0] ?? 0);
    expect((await write(dan)).code).toBe(1);
    expect((await reply(dan, ids[0] ?? 0)).error).toBe('feedback_limit');
  });

  test('takes twenty messages of its user an hour', async () => {
    const eve = await exchange.venue.person('eve');
    const { id } = (await write(eve)).data;
    for (let n = 0; n < 19; n++) expect((await reply(eve, id)).code).toBe(1);
    expect(await reply(eve, id)).toMatchObject({ error: 'too_many_requests', details: { retry_after: 3_600 } });
    await pass(hourMs + 1);
    expect((await reply(eve, id)).code).toBe(1);
  });

  test('of another user is unknown', async () => {
    const [fay, gus] = [await exchange.venue.person('fay'), await exchange.venue.person('gus')];
    const { id } = (await write(fay)).data;
    expect((await info(gus, id)).error).toBe('feedback_unknown');
    expect((await reply(gus, id)).error).toBe('feedback_unknown');
    expect((await close(gus, id)).error).toBe('feedback_unknown');
    const { data } = (await gus.get<{ total: number; data: FeedbackRow[] }>('feedback/list')).body;
    expect(data).toMatchObject({ total: 0, data: [] });
    expect((await info(fay, id)).data.state).toBe('open');
  });

  test('is listed by state, the last changed first', async () => {
    const hal = await exchange.venue.person('hal');
    const ids: number[] = [];
    for (const title of ['first', 'second', 'third']) {
      await pass(1_000);
      ids.push((await write(hal, { title })).data.id);
    }
    await pass(1_000);
    await close(hal, ids[1] ?? 0);
    const titles = async (query: string) =>
      (await hal.get<{ data: FeedbackRow[] }>(`feedback/list${query}`)).body.data.data.map(({ title }) => title);
    expect(await titles('')).toEqual(['second', 'third', 'first']);
    expect(await titles('?state=open')).toEqual(['third', 'first']);
    expect(await titles('?limit=1&page=2')).toEqual(['third']);
  });

  test('keeps its images: only those of its user, each in one message', async () => {
    const [ida, jim] = [await exchange.venue.person('ida'), await exchange.venue.person('jim')];
    const own = await imageOf(exchange.venue, ida.token);
    const foreign = await imageOf(exchange.venue, jim.token);
    expect((await write(ida, { images: [own, foreign] })).error).toBe('image_unknown');
    expect((await ida.get<{ total: number }>('feedback/list')).body.data.total).toBe(0);
    const { data } = await write(ida, { images: [own] });
    const [url = ''] = data.messages[0]?.images ?? [];
    expect((await download(exchange.venue, ida.token, url)).headers.get('content-type')).toBe('image/jpeg');
    expect((await download(exchange.venue, jim.token, url)).headers.get('content-type')).toContain('json');
    expect((await write(ida, { images: [own] })).error).toBe('image_unknown');
    const message = data.messages[0]?.id ?? 0;
    const looked = await sue.call(feedbackCalls.feedbackImage, { id: data.id, message, image: 0 });
    expect(Buffer.from(looked.data.jpeg, 'base64').subarray(0, 2).toString('hex')).toBe('ffd8');
    const rows = await exchange.venue.database.query<{ kind: string; subject_id: string }>(
      `select kind, subject_id from app.operator_log where action = 'feedback/image'`,
    );
    expect(rows).toEqual([{ kind: 'look', subject_id: own }]);
    const none = await sue.call(feedbackCalls.feedbackImage, { id: data.id, message, image: 1 });
    expect(none.error).toBe('feedback_unknown');
  });
});

describe('the inbox', () => {
  test('has open feedback first, the longest waiting first, page by page', async () => {
    const kay = await exchange.venue.person('kay');
    const ids: number[] = [];
    for (const title of ['a', 'b', 'c']) {
      await pass(1_000);
      ids.push((await write(kay, { title })).data.id);
    }
    await pass(1_000);
    await answer(ids[0] ?? 0);
    await pass(1_000);
    // A further message of a waiting user does not lose its place.
    await reply(kay, ids[1] ?? 0);
    const filter = { user: kay.id };
    const first = (await sue.call(feedbackCalls.feedbackInbox, { ...filter, limit: 2 })).data;
    expect(first.rows.map(({ title }) => title)).toEqual(['b', 'c']);
    const rest = (await sue.call(feedbackCalls.feedbackInbox, { ...filter, limit: 2, cursor: first.next })).data;
    expect(rest).toMatchObject({ next: null, rows: [{ title: 'a', state: 'answered', waiting_since: null }] });
    expect((await sue.call(feedbackCalls.feedbackInbox, { cursor: 'x' })).error).toBe('invalid_request');
  });

  test('reserves feedback for the member of staff who took it', async () => {
    const lee = await exchange.venue.person('lee');
    const tom = await exchange.staff(2, ['support']);
    await pass(0);
    const { id } = (await write(lee)).data;
    const taken = await sue.call(feedbackCalls.takeFeedback, { id, version: 1 });
    expect(taken.data).toEqual({ version: 2 });
    expect((await thread(id)).taken_by).toMatchObject({ id: 1, name: 'Staff 1' });
    const refused = { error: 'feedback_taken', details: { name: 'Staff 1' } };
    expect(await answer(id, tom)).toMatchObject(refused);
    expect(await tom.call(feedbackCalls.takeFeedback, { id, version: 2 })).toMatchObject(refused);
    await pass(15 * 60_000);
    expect((await answer(id, tom)).code).toBe(1);
  });

  test('refuses an answer to a state that was not seen, and to closed feedback', async () => {
    const max = await exchange.venue.person('max');
    const { id } = (await write(max)).data;
    const { version } = await thread(id);
    await reply(max, id);
    expect((await answer(id, sue, { version })).error).toBe('changed_meanwhile');
    expect((await answer(id, sue, { content: ' \n ' })).error).toBe('invalid_request');
    const now = { id, version: (await thread(id)).version };
    expect((await sue.call(feedbackCalls.closeFeedbackOfUser, now)).code).toBe(1);
    expect((await answer(id)).error).toBe('feedback_is_closed');
    expect((await info(max, id)).data.state).toBe('closed');
  });

  test('is for support only', async () => {
    const others = await exchange.staff(3, ['finance', 'content', 'risk', 'admin']);
    await pass(0);
    expect((await others.call(feedbackCalls.feedbackInbox, {})).error).toBe('forbidden');
  });
});

test('answered feedback closes after 14 days, and closed feedback is deleted after its time', async () => {
  const nan = await exchange.venue.person('nan');
  const { id } = (await write(nan)).data;
  await answer(id);
  const db = openAppDatabase(openIdentityPool(exchange.venue.database.settings, { onLost: () => undefined }));
  try {
    const sweep = async (days: number) => sweepOnce({ db, keptForMs: 7 * dayMs, now: () => clock.ms + days * dayMs });
    const state = async () =>
      (
        await exchange.venue.database.query<{ state: string }>('select state from app.feedback where id = $1', [id])
      ).map((row) => row.state);
    await sweep(13);
    expect(await state()).toEqual(['answered']);
    await sweep(14);
    expect(await state()).toEqual(['closed']);
    await sweep(20);
    expect(await state()).toEqual(['closed']);
    await sweep(22);
    expect(await state()).toEqual([]);
  } finally {
    await db.destroy();
  }
});

describe('the search of the help centre', () => {
  const search = async (q: string, lang = 'en') =>
    (await exchange.venue.get<{ id: number; lang: string }[]>(`news/search?q=${encodeURIComponent(q)}`, { lang })).body;

  test('finds articles in the language of the reader', async () => {
    expect((await search('lost second factor')).data[0]).toMatchObject({ id: 611, lang: 'en' });
    expect((await search('zweiter FAKTOR', 'de')).data[0]).toMatchObject({ id: 611, lang: 'de' });
    expect((await search('冻结账户', 'zh')).data[0]).toMatchObject({ id: 613, lang: 'zh' });
    expect((await search('freeze your account', 'de')).data[0]).toMatchObject({ id: 613, lang: 'en' });
  });

  test('falls back to English, follows publications, and never shows hidden articles', async () => {
    const { database } = exchange.venue;
    const at = clock.ms;
    await database.query(
      'insert into app.news (id, category_id, created_at, published_at) values (5000, 26, $1, null)',
      [at],
    );
    await database.query(`insert into app.news_texts values (5000, 'en', 'Zanzibar desk', 'In short', '<p>x</p>')`);
    expect((await search('zanzibar', 'de')).data).toEqual([]);
    await database.query('update app.news set published_at = $1 where id = 5000', [at]);
    expect((await search('zanzibar', 'de')).data).toMatchObject([{ id: 5_000, lang: 'en' }]);
    await database.query('update app.news set published_at = null where id = 5000');
    expect((await search('zanzibar', 'de')).data).toEqual([]);
  });

  test.each(['', 'x'.repeat(101), 'a\u0001b'])('refuses the query %j', async (q) => {
    expect((await search(q)).error).toBe('invalid_request');
  });
});
