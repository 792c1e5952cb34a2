import { expect, test } from 'vitest';
import { type AlarmDetails, Alarms } from './alarms.ts';
import { idleBackground } from '../background/testing/idle-background.ts';

function opened() {
  const lines: string[] = [];
  const clock = { nowMs: 1_000_000 };
  const write = (_details: object, message: string) => void lines.push(message);
  const alarms = new Alarms({
    background: idleBackground(),
    now: () => clock.nowMs,
    log: { info: write, warn: write },
  });
  return { alarms, clock, lines };
}

test('an alarm lasts while its condition holds, and keeps the time at which it began', async () => {
  const { alarms, clock, lines } = opened();
  let details: AlarmDetails | null = null;
  alarms.add({ name: 'disk_low', check: () => details });
  alarms.add({ name: 'exchange_closed', check: () => Promise.resolve(details) });
  expect(await alarms.look()).toEqual([]);
  details = { free_bytes: 5 };
  expect(await alarms.look()).toEqual([]);
  clock.nowMs += 3_000;
  const sinceMs = clock.nowMs;
  const both = ['exchange_closed', 'disk_low'];
  expect(await alarms.look()).toEqual(both.map((name) => ({ name, sinceMs, details })));
  clock.nowMs += 3_000;
  details = { free_bytes: 4 };
  expect(await alarms.look()).toEqual(both.map((name) => ({ name, sinceMs, details })));
  clock.nowMs += 3_000;
  details = null;
  expect(await alarms.look()).toEqual([]);
  expect(lines).toEqual(['an alarm has begun', 'an alarm has begun', 'an alarm is over', 'an alarm is over']);
});

test('an alarm whose condition cannot be checked stays what it was, and affects no other', async () => {
  const { alarms, clock } = opened();
  let isBroken = false;
  alarms.add({
    name: 'mail_failing',
    check: () => (isBroken ? Promise.reject(new Error('no answer')) : { queued: 3 }),
  });
  alarms.add({ name: 'clock_untrusted', check: () => (isBroken ? {} : null) });
  expect((await alarms.look()).map(({ name }) => name)).toEqual(['mail_failing']);
  isBroken = true;
  clock.nowMs += 3_000;
  expect((await alarms.look()).map(({ name }) => name)).toEqual(['clock_untrusted', 'mail_failing']);
});
