import { describe, expect, test } from 'vitest';
import { defaultSchedule, isSnapshotDue } from './housekeeping.ts';

describe('a snapshot while trading is due', () => {
  const megabyte = 1024 * 1024;
  test.each([
    ['not without commands', { commands: 0, snapshotBytes: 0, logBytes: 9000 * megabyte }, false],
    ['not for a small log', { commands: 300_000, snapshotBytes: 1 * megabyte, logBytes: 255 * megabyte }, false],
    ['for a log of 256 MB', { commands: 300_000, snapshotBytes: 1 * megabyte, logBytes: 256 * megabyte }, true],
    [
      'not before the log is 10 snapshots',
      { commands: 999_999, snapshotBytes: 262 * megabyte, logBytes: 2619 * megabyte },
      false,
    ],
    [
      'once the log is 10 snapshots',
      { commands: 999_999, snapshotBytes: 262 * megabyte, logBytes: 2620 * megabyte },
      true,
    ],
    ['after 2 million commands in any case', { commands: 2_000_000, snapshotBytes: 900 * megabyte, logBytes: 1 }, true],
  ])('%s', (_title, since, due) => {
    expect(isSnapshotDue(since, defaultSchedule)).toBe(due);
  });
});
