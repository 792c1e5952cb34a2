import { describe, expect, it } from 'vitest';
import { createBitcoinPath, dayMs, minuteMs } from './bitcoin-path.ts';
import { loadRecording } from './recording.ts';

const recording = loadRecording();
const firstStart = Date.UTC(2026, 2, 3, 14, 25, 36, 789);
const path = createBitcoinPath(recording, firstStart);
const recordedMinutes = recording.minutes.length;

describe('the path of BTC', () => {
  it('is read from complete recordings', () => {
    expect([recording.minutes.length, recording.days.length]).toEqual([45_031, 3_555]);
  });

  it('ends its history with the minute of the first start', () => {
    expect(path.anchorMs).toBe(Date.UTC(2026, 2, 3, 14, 25));
    expect(path.minuteBar(path.anchorMs - minuteMs).close).toBe(path.minuteBar(path.anchorMs).open);
  });

  it('starts its minutes at a midnight, at the price where the days leave off', () => {
    expect(path.minutesFromMs % dayMs).toBe(0);
    expect(path.anchorMs - path.minutesFromMs).toBeGreaterThan((recordedMinutes - 1440) * minuteMs);
    expect(path.dayBar(path.minutesFromMs - dayMs).close).toBeCloseTo(path.minuteBar(path.minutesFromMs).open, 6);
    expect(path.dayBar(path.minutesFromMs - dayMs).close).toBe(113_700.11);
    expect(path.minutesFromMs - path.daysFromMs).toBe(3_555 * dayMs);
  });

  it('never jumps from one minute to the next, at the turning points of the playback either', () => {
    const jumps: string[] = [];
    let close = path.minuteBar(path.minutesFromMs).open;
    for (
      let openMs = path.minutesFromMs;
      openMs < path.anchorMs + 2.5 * recordedMinutes * minuteMs;
      openMs += minuteMs
    ) {
      const bar = path.minuteBar(openMs);
      if (Math.abs(bar.open / close - 1) > 1e-12) jumps.push(new Date(openMs).toISOString());
      if (bar.low > Math.min(bar.open, bar.close) || bar.high < Math.max(bar.open, bar.close)) {
        jumps.push(`no bar at ${new Date(openMs).toISOString()}`);
      }
      close = bar.close;
    }
    expect(jumps).toEqual([]);
  });

  it('plays the recording backwards after the first start, with open and close exchanged', () => {
    const last = path.minuteBar(path.anchorMs - minuteMs);
    expect(path.minuteBar(path.anchorMs)).toEqual({ ...last, open: last.close, close: last.open });
  });

  it('comes back to the price of the first start after two rounds and goes on like that for years', () => {
    const roundMs = 2 * recordedMinutes * minuteMs;
    for (const rounds of [1, 7, 60]) {
      expect(path.minuteBar(path.anchorMs + rounds * roundMs)).toEqual(path.minuteBar(path.anchorMs));
    }
  });

  it('is the same for every reader that knows the first start', () => {
    const other = createBitcoinPath(loadRecording(), firstStart - 36_000);
    const now = path.anchorMs + 12_345 * minuteMs;
    expect(other.minuteBar(now)).toEqual(path.minuteBar(now));
  });

  it('trades in minutes what recent days trade, so that no cliff stands in the volume', () => {
    let minutes = 0;
    for (let openMs = path.minutesFromMs; openMs < path.anchorMs; openMs += minuteMs) {
      minutes += path.minuteBar(openMs).volume;
    }
    const days = recording.days.volume.subarray(-90).reduce((sum, volume) => sum + volume, 0) / 90;
    const perDay = (minutes * dayMs) / (path.anchorMs - path.minutesFromMs);
    expect(perDay / days).toBeGreaterThan(0.9);
    expect(perDay / days).toBeLessThan(1.1);
  });

  it('has no bar before its first day', () => {
    expect(() => path.dayBar(path.daysFromMs - dayMs)).toThrow(RangeError);
    expect(() => path.minuteBar(path.minutesFromMs - minuteMs)).toThrow(RangeError);
  });
});
