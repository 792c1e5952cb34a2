import { expect, test } from 'vitest';
import { uploadsAtOnce, UploadSlots } from './uploads.ts';

/** A connection that can end. */
function connection() {
  const listeners: (() => void)[] = [];
  return {
    once: (_event: 'close', listener: () => void) => listeners.push(listener),
    close: () => {
      for (const listener of listeners) listener();
    },
  };
}

test('a user sends two files at once, and another one when one of them has ended', () => {
  const slots = new UploadSlots();
  const first = connection();
  expect([slots.take(1, first), slots.take(1, connection()), slots.take(1, connection())]).toEqual([true, true, false]);
  expect(slots.take(2, connection())).toBe(true);
  first.close();
  expect([slots.take(1, connection()), slots.take(1, connection())]).toEqual([true, false]);
});

test('all users together send a bounded number of files at once', () => {
  const slots = new UploadSlots();
  const connections = Array.from({ length: uploadsAtOnce.ofAll }, connection);
  expect(connections.every((one, n) => slots.take(n, one))).toBe(true);
  expect(slots.take(1_000, connection())).toBe(false);
  for (const one of connections) one.close();
  expect(slots.take(1_000, connection())).toBe(true);
});
