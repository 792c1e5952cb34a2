import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { sweepSessions } from './session-sweep.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('expired sessions are deleted only while the clock is trusted; their last uses are stored regardless', async () => {
  vi.useFakeTimers();
  const done: string[] = [];
  const sessions = {
    writeUses: () => Promise.resolve(void done.push('write')),
    deleteExpired: () => Promise.resolve(done.push('delete')),
  };
  let believed = false;
  const sweep = sweepSessions(sessions, () => believed, pino({ level: 'silent' }));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(done.splice(0)).toEqual(['write']);
  believed = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(done.splice(0)).toEqual(['write', 'delete']);
  await sweep.stop();
});
