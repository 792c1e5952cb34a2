import { describe, expect, test } from 'vitest';
import { isEmail } from './account-rules.ts';
import { commonPasswordCount, isCommonPassword } from './common-passwords.ts';

describe('an e-mail address', () => {
  test.each(['a@b.co', 'first.last-name_2@sub.example-site.info', 'A1@B2.museum.org'])('%s is one', (text) => {
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
  ])('%s is none', (text) => {
    expect(isEmail(text)).toBe(false);
  });

  test('that is long and wrong is refused too: a pattern that read it in every way would not come to an end', () => {
    expect(isEmail(`${'a.'.repeat(120)}@${'b-'.repeat(5)}`)).toBe(false);
    expect(isEmail(`${'a'.repeat(120)}@${'b'.repeat(120)}`)).toBe(false);
  });
});

describe('a common password', () => {
  test('is one of more than ten thousand that keep the shape of a password', () => {
    expect(commonPasswordCount).toBeGreaterThan(10_000);
  });

  test.each(['123456', 'Password', 'QWERTY123', 'iloveyou', 'dragon2024', '888888', 'woaini1314', 'michael1'])(
    '%s is known, in whatever case',
    (password) => {
      expect(isCommonPassword(password)).toBe(true);
    },
  );

  test.each(['Tq8zkw2p', 'x7Rk2mPq9', '83920175', 'correcthorse'])('%s is not', (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });
});
