import { expect, test } from 'vitest';
import { emptyDraft, isZeroStop, missingIn } from './lever-draft.ts';

test.each(['0', '0.', '0.00', '.0'])('a stop of %s is refused, because only an empty field means none', (stop) => {
  expect(isZeroStop(stop)).toBe(true);
  expect(missingIn({ ...emptyDraft, takeProfit: stop }, false)).toBe('profit_zero');
  expect(missingIn({ ...emptyDraft, stopLoss: stop }, false)).toBe('loss_zero');
});

test.each(['', '0.01', '12.'])('a stop of "%s" is taken', (stop) => {
  expect(missingIn({ ...emptyDraft, stopLoss: stop }, false)).toBeNull();
});
