import type { SiteConfig } from '@bourse/contract/identity';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { application, RunningVenue, testPassword } from '../../testing/running-venue.ts';

const passphrase = 'violet kettle 9 rivers';
let venue: RunningVenue;

beforeAll(async () => {
  venue = await RunningVenue.open({ settings: { login_code: 'never' } });
});

afterAll(async () => {
  await venue.close();
});

const register = async (account: string, password: string) =>
  (await venue.post('user/register', application({ account, password, re_password: password }))).body;
const login = async (account: string, password: string) => (await venue.post('user/login', { account, password })).body;

describe('the policy of passwords', () => {
  test('of a demo is that of the specification', async () => {
    expect((await venue.get<SiteConfig>('default/config')).body.data.password_policy).toBe('spec');
    expect((await register('early@example.com', passphrase)).error).toBe('password_shape');
    expect((await register('early@example.com', 'abcdef7')).code).toBe(1);
  });

  test('can be made strong: passphrases are accepted everywhere and existing passwords stay valid', async () => {
    await venue.database.query(`insert into app.site_settings values ('password_policy', '"strong"')`);
    await venue.stop();
    venue = await RunningVenue.openOn(venue.database);
    expect((await venue.get<SiteConfig>('default/config')).body.data.password_policy).toBe('strong');
    expect((await login('early@example.com', 'abcdef7')).code).toBe(1);

    expect((await register('late@example.com', 'abcdef7')).error).toBe('password_length');
    expect((await register('late.person@example.com', 'Late.Person1')).error).toBe('password_account');
    expect((await register('late@example.com', 'P@ssw0rd!')).error).toBe('password_common');
    expect((await register('late@example.com', passphrase)).code).toBe(1);
    // The same characters from a keyboard that composes them differently.
    expect((await login('late@example.com', passphrase.replaceAll(' ', '\u3000'))).code).toBe(1);

    const person = await venue.person('changing');
    const change = (new_password: string) =>
      person.post('user/amend_password', {
        old_password: testPassword,
        new_password,
        secondary_password: new_password,
      });
    expect((await change('changing@example.com')).body.error).toBe('password_account');
    expect((await change(passphrase)).body.code).toBe(1);

    await venue.post('notify/send_email', { to: 'early@example.com', type: 6 });
    const auth_code = (await venue.outbox('early@example.com'))[0]?.code;
    const recover = async (new_password: string) =>
      (
        await venue.post('user/forget_password', {
          account: 'early@example.com',
          auth_code,
          new_password,
          secondary_password: new_password,
        })
      ).body;
    expect((await recover('abcdef7')).error).toBe('password_length');
    expect((await recover(passphrase)).code).toBe(1);
    expect((await login('early@example.com', passphrase)).code).toBe(1);
  });
});
