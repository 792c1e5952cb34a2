import { errorParameters, errorKeys } from '@bourse/contract';
import { parameterNames, languageCodes } from '@bourse/contract/texts';
import { describe, expect, test } from 'vitest';
import { say, sayRefusal } from './index.ts';

describe("the server's texts", () => {
  test('use only parameters that their error provides', () => {
    for (const key of errorKeys) {
      const brought: readonly string[] = errorParameters[key];
      const named = parameterNames(sayRefusal('en', key, {}));
      expect([key, named.filter((name) => !brought.includes(name))]).toEqual([key, []]);
    }
  });

  test('are in the requested language, with parameters filled in', () => {
    expect(say('de', 'way.buy')).toBe('Kauf');
    expect(sayRefusal('en', 'price_step', { step: '0.05' })).toBe('The price must be a multiple of 0.05.');
    for (const language of languageCodes) expect(say(language, 'errors.not_found')).not.toBe('errors.not_found');
  });

  test("take the plural form of a refusal's first parameter", () => {
    const locked = (minutes: number): string => sayRefusal('en', 'login_locked', { minutes });
    expect(locked(1)).toBe('Too many failed attempts. Please try again in 1 minute.');
    expect(locked(2)).toBe('Too many failed attempts. Please try again in 2 minutes.');
    expect(sayRefusal('de', 'price_precision', { decimals: 1 })).toContain('1 Nachkommastelle ');
    expect(sayRefusal('ja', 'price_precision', { decimals: 1 })).toContain('1 桁');
  });
});
