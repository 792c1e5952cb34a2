import { expect, it } from 'vitest';
import { isLargeChange, isRate } from './rate-change.ts';

it('a rate is a decimal above zero', () => {
  expect(['7.2', '0.0001', '100'].every(isRate)).toBe(true);
  expect(['', '0', '0.00', '-7', '7.', 'abc'].some(isRate)).toBe(false);
});

it('a rate that moves by more than 5 % needs a second person, as the first one does', () => {
  expect(isLargeChange('7.2', '7.56')).toBe(false);
  expect(isLargeChange('7.2', '7.5601')).toBe(true);
  expect(isLargeChange('7.2', '6.84')).toBe(false);
  expect(isLargeChange('7.2', '6.8399')).toBe(true);
  expect(isLargeChange(null, '7.2')).toBe(true);
});
