import { expect, it } from 'vitest';
import { createServerClock } from './server-clock.ts';

it('uses the device clock until the first response, then the responses alone', () => {
  const device = Date.UTC(2026, 0, 1);
  let steady = 1_000;
  const clock = createServerClock(
    () => device,
    () => steady,
  );
  expect(clock.nowMs()).toBe(device);
  for (const nothing of [null, '', 'soon']) clock.observe(nothing);
  expect(clock.nowMs()).toBe(device);
  clock.observe('Sat, 03 Jan 2026 00:00:10 GMT');
  expect(clock.nowMs()).toBe(Date.UTC(2026, 0, 3, 0, 0, 10));
  steady += 4_500;
  expect(clock.nowMs()).toBe(Date.UTC(2026, 0, 3, 0, 0, 14, 500));
  // A slow response yields an earlier estimate and is ignored; a later estimate is closer.
  clock.observe('Sat, 03 Jan 2026 00:00:12 GMT');
  expect(clock.nowMs()).toBe(Date.UTC(2026, 0, 3, 0, 0, 14, 500));
  clock.observe('Sat, 03 Jan 2026 00:00:15 GMT');
  expect(clock.nowMs()).toBe(Date.UTC(2026, 0, 3, 0, 0, 15));
  // A time in milliseconds is not cut to the second.
  clock.observeMs(Date.UTC(2026, 0, 3, 0, 0, 15, 400));
  expect(clock.nowMs()).toBe(Date.UTC(2026, 0, 3, 0, 0, 15, 400));
});
