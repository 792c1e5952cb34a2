import { type AnnouncementAudience, announcementCalls as calls } from '@bourse/contract/console';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConsoleVenue, type StaffClient } from '../../testing/console-client.ts';

let exchange: ConsoleVenue;
let editor: StaffClient;
let admin: StaffClient;
let ann: number;

const english = { language: 'en', title: 'Maintenance', content: 'On Sunday.\n\nThe exchange is closed for an hour.' };
const german = { language: 'de', title: 'Wartung', content: 'Am Sonntag.\n\nDie Börse ist eine Stunde geschlossen.' };

beforeAll(async () => {
  exchange = await ConsoleVenue.open();
  editor = await exchange.staff(1, ['content']);
  admin = await exchange.staff(2, ['admin']);
  const person = await exchange.venue.person('ann');
  ann = person.id;
});

afterAll(async () => {
  await exchange.close();
});

const toAnn = (): AnnouncementAudience => ({ kind: 'users', users: [ann] });

async function draft(texts: readonly object[] = [english, german], target: object = toAnn()) {
  const { data } = await editor.call(calls.saveAnnouncement, { id: null, version: 0, target, texts });
  return data;
}

test('a draft is written, sent by an administrator and read by its audience in the language of their last login', async () => {
  await exchange.venue.post('user/login', { account: 'ann@example.com', password: 'Tq8zkw2p' }, { lang: 'de' });
  const saved = await draft();
  expect((await editor.call(calls.sendAnnouncement, saved)).error).toBe('forbidden');
  expect((await admin.call(calls.sendAnnouncement, saved)).data.result).toEqual({ id: saved.id, version: 2 });
  const read = async () => (await editor.call(calls.announcement, { id: saved.id })).data;
  await expect.poll(async () => (await read()).state).toBe('sent');
  expect(await read()).toMatchObject({ total: 1, seen: 1, queued: 1, languages: ['de', 'en'], title: 'Maintenance' });
  const [mail] = await exchange.venue.outbox('ann@example.com');
  expect(mail).toMatchObject({ subject: 'Bourse: Wartung', text: expect.stringContaining(german.content) as string });
  const again = await admin.call(calls.sendAnnouncement, { id: saved.id, version: 2 });
  expect(again.error).toBe('announcement_begun');
});

test('the mail is shown as it will be sent, with the English text for other languages', async () => {
  const { id } = await draft();
  const mail = async (language: string) => (await editor.call(calls.announcementMail, { id, language })).data;
  expect(await mail('de')).toMatchObject({ language: 'de', subject: 'Bourse: Wartung' });
  expect(await mail('fr')).toMatchObject({ language: 'en', subject: 'Bourse: Maintenance' });
});

describe('a draft', () => {
  test('that changed meanwhile is neither overwritten nor sent', async () => {
    const { id, version } = await draft();
    const save = { id, target: { kind: 'all' }, texts: [english] };
    expect((await editor.call(calls.saveAnnouncement, { ...save, version })).data.version).toBe(2);
    expect((await editor.call(calls.saveAnnouncement, { ...save, version })).error).toBe('changed_meanwhile');
    expect((await admin.call(calls.sendAnnouncement, { id, version })).error).toBe('changed_meanwhile');
  });

  test('needs an English text to be sent', async () => {
    expect((await admin.call(calls.sendAnnouncement, await draft([german]))).error).toBe('english_missing');
  });

  test.each([
    ['currency_unknown', { kind: 'holders', currency: 999 }],
    ['market_unknown', { kind: 'orders', market: 999 }],
    ['user_unknown', { kind: 'users', users: [999_999] }],
  ])('is refused as %s', async (error, target) => {
    const refused = await editor.call(calls.saveAnnouncement, { id: null, version: 0, target, texts: [english] });
    expect(refused.error).toBe(error);
  });

  test('has one text per language', async () => {
    const texts = [english, english];
    const refused = await editor.call(calls.saveAnnouncement, { id: null, version: 0, target: { kind: 'all' }, texts });
    expect(refused).toMatchObject({ error: 'language_repeated', details: { language: 'en' } });
  });
});

test('a stopped announcement is continued where it was', async () => {
  const { id } = await draft();
  await exchange.venue.database.query(`update app.announcements set state = 'sending' where id = $1`, [id]);
  expect((await editor.call(calls.stopAnnouncement, { id })).data).toEqual({ id, version: 2 });
  expect((await editor.call(calls.stopAnnouncement, { id })).error).toBe('announcement_not_sending');
  expect((await admin.call(calls.sendAnnouncement, { id, version: 2 })).data.result).toEqual({ id, version: 3 });
});

test('lists are read page by page', async () => {
  const first = (await editor.call(calls.announcements, { limit: 1 })).data;
  expect(first.rows).toHaveLength(1);
  const second = (await editor.call(calls.announcements, { limit: 1, cursor: first.next })).data;
  expect(second.rows[0]?.id).toBeLessThan(first.rows[0]?.id ?? 0);
  const drafts = (await editor.call(calls.announcements, { state: 'draft' })).data.rows;
  expect(new Set(drafts.map(({ state }) => state))).toEqual(new Set(['draft']));
});
