import { settingsCalls } from '@bourse/contract/console';
import type { SiteConfig } from '@bourse/contract/identity';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConsoleVenue, type StaffClient } from '../../../testing/console-client.ts';

let venue: ConsoleVenue;
let admin: StaffClient;
let other: StaffClient;

beforeAll(async () => {
  venue = await ConsoleVenue.open();
  admin = await venue.staff(41, ['admin']);
  other = await venue.staff(42, ['admin']);
});

afterAll(async () => {
  await venue.close();
});

async function settingOf(name: string) {
  const { data } = await admin.call(settingsCalls.settings, {});
  return data.rows.find((row) => row.name === name);
}

async function change(name: string, value: unknown, version: number, by = admin) {
  return by.call(settingsCalls.changeSetting, { name, value, version });
}

describe('a site setting', () => {
  test('is effective for visitors at once, with its author and version', async () => {
    expect(await settingOf('app_name')).toMatchObject({ value: 'Bourse', default: 'Bourse', version: 0 });
    expect(await change('app_name', 'Agora', 0)).toMatchObject({ code: 1, data: { result: { version: 1 } } });
    const { body } = await venue.venue.get<SiteConfig>('default/config');
    expect(body.data.app_name).toBe('Agora');
    expect(await settingOf('app_name')).toMatchObject({ value: 'Agora', version: 1, changed_by: 'Staff 41' });
    const [row] = await venue.venue.database.query<{ before: unknown; after: unknown; reason_code: string }>(
      `select before, after, reason_code from app.operator_log where subject_kind = 'setting' and subject_id = 'app_name'`,
    );
    expect(row).toEqual({ before: 'Bourse', after: 'Agora', reason_code: 'incident' });
  });

  test('limits what it limits from the next request on', async () => {
    expect(await change('registrations_per_hour', 1, 0)).toMatchObject({ code: 1 });
    await venue.venue.person('ann');
    const second = venue.venue.person('bob');
    await expect(second).rejects.toThrow('Too many requests');
    expect(await change('registrations_per_hour', 200, 1)).toMatchObject({ code: 1 });
    await venue.venue.person('carl');
  });

  test('is changed by one of two people at once', async () => {
    const both = await Promise.all([change('register_word', 'Hello', 0), change('register_word', 'Welcome', 0, other)]);
    expect(new Set(both.map(({ error }) => error))).toEqual(new Set(['changed_meanwhile', undefined]));
  });

  test.each([
    ['no_such_setting', 1, 'setting_unknown'],
    ['__proto__', 1, 'setting_unknown'],
    ['registrations_per_hour', 0, 'setting_invalid'],
    ['registrations_per_hour', '12', 'setting_invalid'],
    ['timezone', 'Moon/Crater', 'setting_invalid'],
    ['console_allow', '10.0.0.0/99', 'setting_invalid'],
    ['console_allow', '10.0.0.0/8', 'setting_excludes_asker'],
    ['login_code', 'sometimes', 'setting_invalid'],
    ['kefu_url', '/notice?id=602&category_id=26', 'setting_unchanged'],
  ])('named %s with the value %j is refused and recorded: %s', async (name, value, error) => {
    const version = (await settingOf(name))?.version ?? 0;
    expect(await change(name, value, version)).toMatchObject({ code: 0, error });
    const [row] = await venue.venue.database.query<{ after: unknown }>(
      `select after from app.operator_log where kind = 'refusal' order by id desc limit 1`,
    );
    expect(row?.after).toMatchObject({ refused: error, asked: { name, value, version } });
  });

  test('that locks everyone out of a network is effective at once too', async () => {
    // A change by the console would include the network of the person who asks for it.
    await venue.venue.database.query(`insert into app.site_settings (name, value) values ('console_allow', $1)`, [
      JSON.stringify('10.0.0.0/8'),
    ]);
    const version = (await settingOf('venue_transfer_limit'))?.version ?? 0;
    expect(await change('venue_transfer_limit', 77, version)).toMatchObject({ code: 1 });
    const answer = await fetch(venue.url);
    expect([answer.status, await answer.text()]).toEqual([404, 'Not found.']);
  });
});
