import { describe, expect, test } from 'vitest';
import { typedCode, withPlainDigits } from './typed-code.ts';

describe('digits', () => {
  test('of every script are read', () => {
    const digits = Array.from({ length: 0x11_0000 }, (_, point) => point)
      .filter((point) => point < 0xd800 || point > 0xdfff)
      .map((point) => String.fromCodePoint(point))
      .filter((sign) => /\p{Nd}/u.test(sign));
    expect(digits.length).toBeGreaterThan(600);
    expect(withPlainDigits(digits.join(''))).toBe('0123456789'.repeat(digits.length / 10));
  });

  test.each([
    ['१२३४५६', '123456'],
    ['١٢٣٤٥٦', '123456'],
    ['۱۲۳۴۵۶', '123456'],
    ['１２３４５６', '123456'],
    ['৪৫', '45'],
  ])('of %s are %s', (text, plain) => {
    expect(withPlainDigits(text)).toBe(plain);
  });
});

test.each([
  '123 456',
  '123-456',
  ' 123\u00a0456 ',
  '123\u202f456',
  '123–456',
  '123\u2011456',
  '123−456',
  '\u200e123456\u200f',
  '１２３　４５６',
  '१२३ ४५६',
])('the code 123456 may be typed as %j', (text) => {
  expect(typedCode(text)).toBe('123456');
});

test('letters and other signs stay in a code', () => {
  expect(typedCode('4K7q-9xwz m2ta')).toBe('4K7q9xwzm2ta');
  expect(typedCode('12.3456')).toBe('12.3456');
});
