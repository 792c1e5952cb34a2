import { describe, expect, test } from 'vitest';
import { isEmail } from './account-rules.ts';
import { commonPasswordCount, isCommonPassword, resemblesCommonPassword } from './common-passwords.ts';

describe('isEmail', () => {
  test.each(['a@b.co', 'first.last-name_2@sub.example-site.info', 'A1@B2.museum.org'])('accepts %s', (text) => {
    expect(isEmail(text)).toBe(true);
  });

  test.each([
    '',
    '@b.co',
    'a@b',
    'a@b.c',
    'a@b.museum',
    '.a@b.co',
    'a.@b.co',
    'a--b@c.co',
    'a b@c.co',
    'a@b..co',
    'a@b.co ',
    `${'a'.repeat(260)}@b.co`,
  ])('rejects %s', (text) => {
    expect(isEmail(text)).toBe(false);
  });

  test('rejects long invalid addresses without excessive backtracking', () => {
    expect(isEmail(`${'a.'.repeat(120)}@${'b-'.repeat(5)}`)).toBe(false);
    expect(isEmail(`${'a'.repeat(120)}@${'b'.repeat(120)}`)).toBe(false);
  });
});

describe('the list of common passwords', () => {
  test('has more than ten thousand entries that are valid passwords', () => {
    expect(commonPasswordCount).toBeGreaterThan(10_000);
  });

  test.each(['123456', 'Password', 'QWERTY123', 'iloveyou', 'dragon2024', '888888', 'woaini1314', 'michael1'])(
    'contains %s, ignoring case',
    (password) => {
      expect(isCommonPassword(password)).toBe(true);
    },
  );

  test.each(['Tq8zkw2p', 'x7Rk2mPq9', '83920175', 'correcthorse'])('does not contain %s', (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });
});

describe('a common password in disguise', () => {
  test.each([
    'P@ssw0rd!',
    'Password2026!',
    'correct horse battery staple',
    'i-love-you-123',
    'qwerty uiop',
    'aaaaaaaaaa',
    '12 34 56 78',
  ])('is %s', (password) => {
    expect(resemblesCommonPassword(password)).toBe(true);
  });

  test.each(['violet kettle 9 rivers', 'Tq8zkw2p', 'my horse eats 3 batteries', 'बैंगनी केतली नौ'])(
    'is not %s',
    (password) => {
      expect(resemblesCommonPassword(password)).toBe(false);
    },
  );
});
