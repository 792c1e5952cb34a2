import { expect, test } from 'vitest';
import { isSaidInPlace } from './said-in-place.ts';

const order = { number: '2026113000007', id: '7', amount: '720', fiat: 'CNY', coins: '100', currency: 'USDT' };

test.each([
  ['p2p_paid', '1', 'p2p-7', true],
  ['p2p_decided_release', '0', 'p2p-7', true],
  ['p2p_late', '1', 'p2p-7', true],
  ['p2p_paid', '1', 'p2p-70', false],
  ['p2p_paid', '1', null, false],
  ['p2p_confirm_due', '1', 'p2p-7', false],
  ['p2p_cancel_asked', '0', 'p2p-7', false],
  ['p2p_opened', '1', null, false],
  ['p2p_opened', '0', null, true],
  ['p2p_of_a_newer_server', '0', 'p2p-7', false],
  ['price_above', '0', 'p2p-7', false],
])('that a notice %s of a user with shop %s is said on the page of %s: %s', (template, shop, onScreen, isSaid) => {
  const isOnScreen = (subject: string): boolean => subject === onScreen;
  expect(isSaidInPlace({ template, figures: { ...order, shop } }, isOnScreen)).toBe(isSaid);
});
