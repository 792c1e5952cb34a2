import { describe, expect, test } from 'vitest';
import { application, RunningVenue, testPassword } from '../testing/running-venue.ts';
import { openLog } from './log.ts';

test('no log line contains a secret, at any level and whatever users do', async () => {
  const lines: string[] = [];
  const log = openLog('debug', { write: (line) => void lines.push(line) });
  const metricsToken = 'read-me-every-minute';
  const venue = await RunningVenue.open({
    log,
    config: { mode: 'demo', simulator: false, rateFactor: 10_000, metricsToken },
  });
  const secrets = new Set([testPassword, metricsToken]);
  const secret = (text: string): string => {
    secrets.add(text);
    return text;
  };
  const codeTo = async (account: string): Promise<string> => {
    const kept = (await venue.outbox(account)).find(({ code }) => code !== '');
    return secret(kept?.code ?? '');
  };
  try {
    const ann = await venue.person('ann');
    secret(ann.token);
    const { account } = ann;
    await venue.post('user/register', application({ account, password: secret('Wr0ngOne1') }));
    await venue.post('user/login', { account, password: secret('Wr0ngTwo2') });
    await venue.post('notify/send_email', { to: account, type: 5, device_id: 'new', password: testPassword });
    const login = { account, password: testPassword, device_id: 'new', sms_code: await codeTo(account) };
    const { body } = await venue.post<{ token: string }>('user/login', login);
    const again = { authorization: secret(body.data.token) };
    const third = secret('Th1rdOne3');
    const change = { old_password: testPassword, new_password: third, secondary_password: third };
    expect((await venue.post('user/amend_password', change, again)).body.code).toBe(1);
    await venue.post('user/amend_password', { ...change, old_password: secret('Wr0ngOld4') }, again);
    await venue.post('notify/send_email', { to: account, type: 6 });
    const fourth = secret('F0urthOn5');
    const recovery = { account, new_password: fourth, secondary_password: fourth, auth_code: await codeTo(account) };
    expect((await venue.post('user/forget_password', recovery)).body.code).toBe(1);
    await venue.post('user/forget_password', { ...recovery, auth_code: '12' });

    const olga = await venue.person('olga');
    secret(olga.token);
    await fetch(`${venue.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
    await fetch(`${venue.url}/metrics`, { headers: { authorization: `Bearer ${secret('wrong-token-of-somebody')}` } });

    const socket = await venue.socket();
    socket.say('login', olga.token);
    await socket.message(({ type }) => type === 'login');
    await socket.ask(
      'order.add',
      '1',
      { way: 2, currency_match_id: 1, number: '1', price: '1' },
      secret('a-key-of-mine'),
    );
    await socket.close();

    // Database errors contain the row that they concern, here with the hash of the new password.
    await venue.database.query('alter table app.users add constraint nobody check (id < 0) not valid');
    const refused = await venue.post(
      'user/register',
      application({ account: 'eve@example.com', password: testPassword }),
    );
    expect(refused.body.error).toBe('server_error');
    await venue.database.query('alter table app.users rename to users_away');
    expect((await venue.post('user/login', { account, password: fourth })).body.error).toBe('server_error');
    await venue.database.query('alter table app.users_away rename to users');
  } finally {
    await venue.close();
  }
  const text = lines.join('');
  expect(lines.filter((line) => line.includes('failed unexpectedly')).length).toBe(2);
  expect(secrets.size).toBeGreaterThan(12);
  expect([...secrets].filter((each) => each === '' || text.includes(each))).toEqual([]);
  expect(text).not.toContain('$argon2id$');
});

describe('secrets are removed from log lines, other fields are kept', () => {
  const secret = 'Tq8zkw2p';
  const row = { detail: `Failing row contains (${secret}).`, where: `$1 = '${secret}'`, parameters: [secret] };
  const fault = (message: string, cause?: unknown): Error => Object.assign(new Error(message, { cause }), row);
  const circular = fault('of itself');
  circular.cause = circular;

  test.each<[string, object]>([
    ['a field', { Password: secret, deep: { token_hash: secret, why: 'kept' } }],
    ['a list', { tries: [{ why: 'kept' }, { token: secret }, [[{ cookie: secret }]]] }],
    ['a map and a set', { all: new Map([['sms_code', secret]]), some: new Set([{ secret, why: 'kept' }]) }],
    ['bytes', { key: Buffer.from(secret), why: 'kept' }],
    ['an error', { err: fault('kept') }],
    ['an error in another field', { error: fault('kept'), failure: { inner: fault('other') } }],
    ['an error alone', fault('kept')],
    ['the cause of a cause of a cause', { err: fault('1', fault('2', fault('3', fault('kept')))) }],
    ['a cause that is not an error', { err: fault('1', { authorization: secret, why: 'kept' }) }],
    ['an aggregate error', { err: new AggregateError([fault('1', fault('kept')), { password: secret }], 'all') }],
    ['an aggregate error as a cause', { err: fault('1', new AggregateError([fault('kept', row)], 'all')) }],
    [
      'an error that contains a request',
      { err: Object.assign(fault('kept'), { request: { body: { password: secret } } }) },
    ],
    ['an error that is its own cause', { err: circular, why: 'kept' }],
  ])('%s', (_, fields) => {
    const lines: string[] = [];
    const log = openLog('info', { write: (line) => void lines.push(line) });
    log.error(fields, 'a line');
    const [line = ''] = lines;
    expect(JSON.parse(line)).toMatchObject({ level: 50, msg: 'a line' });
    expect(line).toContain('kept');
    expect(line).not.toContain(secret);
    expect(line).not.toContain([...Buffer.from(secret)].join(','));
  });

  test('an error is logged with type, stack and causes', () => {
    const lines: string[] = [];
    const log = openLog('info', { write: (line) => void lines.push(line) });
    const cause = Object.assign(new RangeError('the inner'), { code: '23505' });
    log.error({ err: new TypeError('the outer', { cause }) }, 'a line');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      err: {
        type: 'TypeError',
        message: 'the outer',
        stack: expect.stringContaining('log.test.ts') as string,
        cause: { type: 'RangeError', message: 'the inner', code: '23505' },
      },
    });
  });
});
