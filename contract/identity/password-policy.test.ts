import { describe, expect, test } from 'vitest';
import { judgePassword } from './password-policy.ts';

const account = 'Ann.Miller@example.com';

describe('the policy `spec`', () => {
  test.each(['Ab3def', 'Ab3defgh1jkLmn0p', 'AnnMiller'])('accepts %s', (password) => {
    expect(judgePassword('spec', password, account)).toBeNull();
  });

  test.each(['Ab3de', 'Ab3defgh1jkLmn0pq', 'two words', 'Ab3de!fg'])('refuses %s', (password) => {
    expect(judgePassword('spec', password, account)).toBe('password_shape');
  });
});

describe('the policy `strong`', () => {
  test.each(['violet kettle 9 rivers', 'Ab3de!fg', 'ünïcödé!', 'बैंगनी केतली नौ', '紫色的水壶九条河流', 'é'.repeat(64)])(
    'accepts %s',
    (password) => {
      expect(judgePassword('strong', password, account)).toBeNull();
    },
  );

  test.each(['Ab3de!f', 'x'.repeat(65), 'tab\tand more', 'line\nand more', 'half \ud800 a pair'])(
    'refuses %j for its length or characters',
    (password) => {
      expect(judgePassword('strong', password, account)).toBe('password_length');
    },
  );

  test.each(['ann.miller', 'AnnMiller2026!', 'Ann.Miller@example.com', 'ann-miller-1990'])(
    'refuses %s, the name of the account',
    (password) => {
      expect(judgePassword('strong', password, account)).toBe('password_account');
    },
  );
});
