import { describe, expect, test } from 'vitest';
import { agreedTerms } from './agreed-terms.ts';
import { productOf } from './testing/deposits.ts';

describe('the terms in a subscription dialog', () => {
  const shown = productOf();

  test('follow the list in its quotas and dates', () => {
    const later = productOf({ quota_left: 1, starts_at: shown.starts_at + 86_400_000 });
    expect(agreedTerms(shown, later, false)).toBe(later);
  });

  test('are kept when the list has other terms, until a refusal has reported the change', () => {
    const changed = productOf({ version: 2, display_rate: '3' });
    expect(agreedTerms(shown, changed, false)).toBe(shown);
    expect(agreedTerms(shown, changed, true)).toBe(changed);
  });

  test('are kept when the product is no longer offered', () => {
    expect(agreedTerms(shown, undefined, true)).toBe(shown);
  });
});
