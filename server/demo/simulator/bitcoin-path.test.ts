import { describe, expect, it } from 'vitest';
import { createBitcoinPath, dayMs, minuteMs } from './bitcoin-path.ts';
import { loadRecording } from './recording.ts';

const recording = loadRecording();
const firstStart = Date.UTC(2026, 2, 3, 14, 25, 36, 789);
const path = createBitcoinPath(recording, firstStart);
const recordedMinutes = recording.minutes.length;

describe('the BTC path', () => {
  it('uses complete recordings', () => {
    expect([recording.minutes.length, recording.days.length]).toEqual([45_031, 3_555]);
  });

  it('ends its history with the minute of the first start', () => {
    expect(path.anchorMs).toBe(Date.UTC(2026, 2, 3, 14, 25));
    expect(path.minuteCandle(path.anchorMs - minuteMs).close).toBe(path.minuteCandle(path.anchorMs).open);
  });

  it('switches from daily to one-minute candles at midnight without a jump in price', () => {
    expect(path.minutesFromMs % dayMs).toBe(0);
    expect(path.anchorMs - path.minutesFromMs).toBeGreaterThan((recordedMinutes - 1440) * minuteMs);
    expect(path.dayCandle(path.minutesFromMs - dayMs).close).toBeCloseTo(path.minuteCandle(path.minutesFromMs).open, 6);
    expect(path.dayCandle(path.minutesFromMs - dayMs).close).toBe(113_700.11);
    expect(path.minutesFromMs - path.daysFromMs).toBe(3_555 * dayMs);
  });

  it('never jumps between minutes, including where the playback turns', () => {
    const jumps: string[] = [];
    let close = path.minuteCandle(path.minutesFromMs).open;
    for (
      let openMs = path.minutesFromMs;
      openMs < path.anchorMs + 2.5 * recordedMinutes * minuteMs;
      openMs += minuteMs
    ) {
      const candle = path.minuteCandle(openMs);
      if (Math.abs(candle.open / close - 1) > 1e-12) jumps.push(new Date(openMs).toISOString());
      if (candle.low > Math.min(candle.open, candle.close) || candle.high < Math.max(candle.open, candle.close)) {
        jumps.push(`no candle at ${new Date(openMs).toISOString()}`);
      }
      close = candle.close;
    }
    expect(jumps).toEqual([]);
  });

  it('plays the recording backwards after the first start, with open and close swapped', () => {
    const last = path.minuteCandle(path.anchorMs - minuteMs);
    expect(path.minuteCandle(path.anchorMs)).toEqual({ ...last, open: last.close, close: last.open });
  });

  it('returns to the price of the first start after every two playbacks', () => {
    const roundMs = 2 * recordedMinutes * minuteMs;
    for (const rounds of [1, 7, 60]) {
      expect(path.minuteCandle(path.anchorMs + rounds * roundMs)).toEqual(path.minuteCandle(path.anchorMs));
    }
  });

  it('depends only on the minute of the first start', () => {
    const other = createBitcoinPath(loadRecording(), firstStart - 36_000);
    const now = path.anchorMs + 12_345 * minuteMs;
    expect(other.minuteCandle(now)).toEqual(path.minuteCandle(now));
  });

  it('has the same volume per day in its one-minute candles as in recent daily candles', () => {
    let minutes = 0;
    for (let openMs = path.minutesFromMs; openMs < path.anchorMs; openMs += minuteMs) {
      minutes += path.minuteCandle(openMs).volume;
    }
    const days = recording.days.volume.subarray(-90).reduce((sum, volume) => sum + volume, 0) / 90;
    const perDay = (minutes * dayMs) / (path.anchorMs - path.minutesFromMs);
    expect(perDay / days).toBeGreaterThan(0.9);
    expect(perDay / days).toBeLessThan(1.1);
  });

  it('has no candle before its first day', () => {
    expect(() => path.dayCandle(path.daysFromMs - dayMs)).toThrow(RangeError);
    expect(() => path.minuteCandle(path.minutesFromMs - minuteMs)).toThrow(RangeError);
  });
});
