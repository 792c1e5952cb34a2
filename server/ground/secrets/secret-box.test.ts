import { createCipheriv, hkdfSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { boxesOf, keyIdOf } from './index.ts';

const [old, next, other] = [7, 9, 11].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer];
const place = 'image 1';

/** A text as versions before key ids sealed it. */
function sealedBefore(secret: Buffer, text: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'bourse images seal', 32));
  const nonce = Buffer.alloc(12, 1);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(place));
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
}

test('the first key seals, and all open', () => {
  const before = boxesOf(old)('images');
  const after = boxesOf({ sealing: [next, old], hashing: old })('images');
  const [older, newer] = [before.seal('one', place), after.seal('two', place)];
  expect(after.open(older, place)).toBe('one');
  expect(after.open(newer, place)).toBe('two');
  expect(before.open(newer, place)).toBeNull();
  expect(boxesOf(next)('images').open(newer, place)).toBe('two');
});

test('what is sealed names its key, and opens only at its place and for its purpose', () => {
  const box = boxesOf(old)('images');
  const sealed = box.seal('one', place);
  expect(keyIdOf(sealed)).toMatch(/^[\da-f]{12}$/);
  expect(keyIdOf(boxesOf(next)('images').seal('one', place))).not.toBe(keyIdOf(sealed));
  expect(keyIdOf(boxesOf(old)('payment methods').seal('one', place))).toBe(keyIdOf(sealed));
  expect(box.open(sealed, 'image 2')).toBeNull();
  expect(boxesOf(old)('payment methods').open(sealed, place)).toBeNull();
  expect(box.open(Buffer.concat([sealed.subarray(0, -1), Buffer.from([0])]), place)).toBeNull();
});

test('what earlier versions sealed opens with each of the keys', () => {
  const sealed = sealedBefore(old, 'one');
  expect(keyIdOf(sealed)).toBeNull();
  expect(boxesOf(old)('images').open(sealed, place)).toBe('one');
  expect(boxesOf({ sealing: [next, old], hashing: old })('images').open(sealed, place)).toBe('one');
  expect(boxesOf(other)('images').open(sealed, place)).toBeNull();
});

test('hashes do not change when the sealing key is replaced', () => {
  const [before, after] = [boxesOf(old)('codes'), boxesOf({ sealing: [next, old], hashing: old })('codes')];
  expect(after.hash(['a', 1])).toEqual(before.hash(['a', 1]));
  expect(boxesOf(next)('codes').hash(['a', 1])).not.toEqual(before.hash(['a', 1]));
});

test('a short secret is refused', () => {
  expect(() => boxesOf(Buffer.alloc(31))('images')).toThrow('32 bytes');
});
