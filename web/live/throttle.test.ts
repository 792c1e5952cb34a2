import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createThrottle } from './throttle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('acts once for all requests within the pause', async () => {
  const { throttle, acts } = throttled();
  throttle.request();
  await vi.advanceTimersByTimeAsync(399);
  throttle.request();
  expect(acts()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(acts()).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(acts()).toBe(1);
});

it('acts at regular intervals under continuous requests', async () => {
  const { throttle, acts } = throttled();
  for (let passed = 0; passed < 4_000; passed += 100) {
    throttle.request();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(acts()).toBe(10);
});

it('never runs two actions at a time, and runs one more for requests made meanwhile', async () => {
  const { throttle, acts, end } = throttled(true);
  throttle.request();
  await vi.advanceTimersByTimeAsync(400);
  for (let passed = 0; passed < 2_000; passed += 100) {
    throttle.request();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(acts()).toBe(1);
  end();
  await vi.advanceTimersByTimeAsync(400);
  expect(acts()).toBe(2);
});

it('does nothing after it is stopped, until the next request', async () => {
  const { throttle, acts } = throttled();
  throttle.request();
  throttle.stop();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(acts()).toBe(0);
  throttle.request();
  await vi.advanceTimersByTimeAsync(400);
  expect(acts()).toBe(1);
});

function throttled(slow = false) {
  let count = 0;
  let end = (): void => undefined;
  const throttle = createThrottle(async () => {
    count += 1;
    if (slow) await new Promise<void>((resolve) => (end = resolve));
  }, 400);
  return { throttle, acts: () => count, end: () => end() };
}
