import { describe, expect, test } from 'vitest';
import { LoginGuard } from './login-guard.ts';

const minuteMs = 60_000;

function fail(guard: LoginGuard, account: string, address: string, nowMs: number, times: number): void {
  for (let n = 0; n < times; n += 1) {
    expect(guard.begin(account, address, nowMs)).toEqual({ kind: 'go' });
    guard.settle(account, address, nowMs, 'failed');
  }
}

describe('ten failures of a pair of account and address', () => {
  test('lock it for fifteen minutes from the tenth on', () => {
    const guard = new LoginGuard();
    fail(guard, 'ann', 'here', 0, 9);
    fail(guard, 'ann', 'here', 10 * minuteMs, 1);
    expect(guard.begin('ann', 'here', 10 * minuteMs)).toEqual({ kind: 'locked', minutes: 15 });
    expect(guard.begin('ann', 'here', 24.5 * minuteMs)).toEqual({ kind: 'locked', minutes: 1 });
    expect(guard.begin('ann', 'there', 10 * minuteMs)).toEqual({ kind: 'go' });
    expect(guard.begin('ben', 'here', 10 * minuteMs)).toEqual({ kind: 'go' });
    expect(guard.begin('ann', 'here', 25 * minuteMs)).toEqual({ kind: 'go' });
  });

  test('lock nothing when they are more than fifteen minutes apart, or when one between them was right', () => {
    const guard = new LoginGuard();
    fail(guard, 'ann', 'here', 0, 9);
    fail(guard, 'ann', 'here', 15 * minuteMs, 9);
    expect(guard.begin('ann', 'here', 15 * minuteMs)).toEqual({ kind: 'go' });
    guard.settle('ann', 'here', 15 * minuteMs, 'right');
    fail(guard, 'ann', 'here', 15 * minuteMs, 9);
  });

  test('are ten at once too, and those that were never judged are none', () => {
    const guard = new LoginGuard();
    for (let n = 0; n < 10; n += 1) expect(guard.begin('ann', 'here', 0)).toEqual({ kind: 'go' });
    expect(guard.begin('ann', 'here', 0)).toEqual({ kind: 'later', seconds: 1 });
    for (let n = 0; n < 10; n += 1) guard.settle('ann', 'here', 0, 'undecided');
    fail(guard, 'ann', 'here', 0, 10);
    expect(guard.begin('ann', 'here', 0)).toEqual({ kind: 'locked', minutes: 15 });
  });

  test('are not forgotten because of a flood of other pairs', () => {
    const guard = new LoginGuard(100);
    fail(guard, 'ann', 'here', 0, 10);
    for (let n = 0; n < 1_000; n += 1) fail(guard, `nobody${n}`, `address${n}`, 0, 1);
    expect(guard.begin('ann', 'here', 0)).toEqual({ kind: 'locked', minutes: 15 });
  });
});

test('an address that fails with a hundred accounts waits until its oldest failure is fifteen minutes old', () => {
  const guard = new LoginGuard();
  for (let n = 0; n < 100; n += 1) fail(guard, `account${n}`, 'here', n * 1_000, 1);
  expect(guard.begin('another', 'here', 100_000)).toEqual({ kind: 'later', seconds: 800 });
  expect(guard.begin('another', 'there', 100_000)).toEqual({ kind: 'go' });
  expect(guard.begin('another', 'here', 15 * minuteMs)).toEqual({ kind: 'go' });
});

test('networks that may be one subscriber’s fail together', () => {
  const guard = new LoginGuard();
  const network = (n: number): string => `2001:db8:1:${n.toString(16)}::/64`;
  for (let n = 0; n < 400; n += 1) fail(guard, `account${n}`, network(n), 0, 1);
  expect(guard.begin('another', network(500), 0)).toEqual({ kind: 'later', seconds: 900 });
  expect(guard.begin('another', '2001:db8:2:0::/64', 0)).toEqual({ kind: 'go' });
});

test('an account is logged in to a bounded number of times, wherever from, and strangers cannot use them up', () => {
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
