import { describe, expect, test } from 'vitest';
import { LoginGuard } from './login-guard.ts';

const minuteMs = 60_000;

function fail(guard: LoginGuard, account: string, address: string, nowMs: number, times: number): void {
  for (let n = 0; n < times; n += 1) {
    expect(guard.begin(account, address, nowMs)).toEqual({ kind: 'go' });
    guard.settle(account, address, nowMs, 'failed');
  }
}

describe('ten failed logins from one address to one account', () => {
  test('lock that pair for 15 minutes', () => {
    const guard = new LoginGuard();
    fail(guard, 'ann', 'here', 0, 9);
    fail(guard, 'ann', 'here', 10 * minuteMs, 1);
    expect(guard.begin('ann', 'here', 10 * minuteMs)).toEqual({ kind: 'locked', minutes: 15 });
    expect(guard.begin('ann', 'here', 24.5 * minuteMs)).toEqual({ kind: 'locked', minutes: 1 });
    expect(guard.begin('ann', 'there', 10 * minuteMs)).toEqual({ kind: 'go' });
    expect(guard.begin('ben', 'here', 10 * minuteMs)).toEqual({ kind: 'go' });
    expect(guard.begin('ann', 'here', 25 * minuteMs)).toEqual({ kind: 'go' });
  });

  test('do not lock it if they are more than 15 minutes apart or a login in between succeeded', () => {
    const guard = new LoginGuard();
    fail(guard, 'ann', 'here', 0, 9);
    fail(guard, 'ann', 'here', 15 * minuteMs, 9);
    expect(guard.begin('ann', 'here', 15 * minuteMs)).toEqual({ kind: 'go' });
    guard.settle('ann', 'here', 15 * minuteMs, 'right');
    fail(guard, 'ann', 'here', 15 * minuteMs, 9);
  });

  test('lock it also if they are concurrent; attempts without a result do not count', () => {
    const guard = new LoginGuard();
    for (let n = 0; n < 10; n += 1) expect(guard.begin('ann', 'here', 0)).toEqual({ kind: 'go' });
    expect(guard.begin('ann', 'here', 0)).toEqual({ kind: 'later', seconds: 1 });
    for (let n = 0; n < 10; n += 1) guard.settle('ann', 'here', 0, 'undecided');
    fail(guard, 'ann', 'here', 0, 10);
    expect(guard.begin('ann', 'here', 0)).toEqual({ kind: 'locked', minutes: 15 });
  });

  test('stay counted during a flood of other pairs', () => {
    const guard = new LoginGuard(100);
    fail(guard, 'ann', 'here', 0, 10);
    for (let n = 0; n < 1_000; n += 1) fail(guard, `nobody${n}`, `address${n}`, 0, 1);
    expect(guard.begin('ann', 'here', 0)).toEqual({ kind: 'locked', minutes: 15 });
  });
});

test('an address that fails with a hundred accounts waits until its oldest failure is 15 minutes old', () => {
  const guard = new LoginGuard();
  for (let n = 0; n < 100; n += 1) fail(guard, `account${n}`, 'here', n * 1_000, 1);
  expect(guard.begin('another', 'here', 100_000)).toEqual({ kind: 'later', seconds: 800 });
  expect(guard.begin('another', 'there', 100_000)).toEqual({ kind: 'go' });
  expect(guard.begin('another', 'here', 15 * minuteMs)).toEqual({ kind: 'go' });
});

test('networks that may belong to one subscriber share a limit', () => {
  const guard = new LoginGuard();
  const network = (n: number): string => `2001:db8:1:${n.toString(16)}::/64`;
  for (let n = 0; n < 400; n += 1) fail(guard, `account${n}`, network(n), 0, 1);
  expect(guard.begin('another', network(500), 0)).toEqual({ kind: 'later', seconds: 900 });
  expect(guard.begin('another', '2001:db8:2:0::/64', 0)).toEqual({ kind: 'go' });
});

test('successful logins to one account are limited over all addresses; failures by strangers do not count', () => {
  const guard = new LoginGuard();
  for (let n = 0; n < 300; n += 1) guard.begin('ann', `stranger${n}`, 0);
  for (let n = 0; n < 300; n += 1) guard.settle('ann', `stranger${n}`, 0, 'failed');
  for (let n = 0; n < 100; n += 1) {
    expect(guard.begin('ann', `place${n}`, 0)).toEqual({ kind: 'go' });
    guard.settle('ann', `place${n}`, 0, 'right');
  }
  expect(guard.begin('ann', 'elsewhere', 0)).toEqual({ kind: 'later', seconds: 900 });
  expect(guard.begin('ben', 'elsewhere', 0)).toEqual({ kind: 'go' });
});

test('settling an attempt returns the limits that it reaches, once', () => {
  const guard = new LoginGuard();
  const settled = (account: string, network: string, outcome: 'failed' | 'right') => {
    expect(guard.begin(account, network, 0)).toEqual({ kind: 'go' });
    return guard.settle(account, network, 0, outcome);
  };
  const failures = Array.from({ length: 10 }, () => settled('ann', 'here', 'failed'));
  expect(failures.flat()).toEqual([{ kind: 'account', cause: 'failures' }]);
  expect(failures.at(-1)).toHaveLength(1);
  const ofNetwork = Array.from({ length: 90 }, (_, n) => settled(`user${n}`, 'here', 'failed'));
  expect(ofNetwork.flat()).toEqual([{ kind: 'network', network: 'here' }]);
  const nets = Array.from({ length: 400 }, (_, n) =>
    settled(`user${n}`, `2001:db8:0:${n.toString(16)}::/64`, 'failed'),
  );
  expect(nets.flat()).toEqual([{ kind: 'network', network: '2001:db8:0::/48' }]);
  const logins = Array.from({ length: 100 }, () => settled('ben', 'there', 'right'));
  expect(logins.flat()).toEqual([{ kind: 'account', cause: 'logins' }]);
});
