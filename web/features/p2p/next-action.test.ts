import { type LegalAction, type LegalSide, type LegalStatus, legalStatus } from '@bourse/contract/p2p';
import { describe, expect, test } from 'vitest';
import { appealLead, hasEnded, isInAppeal, nextAction, otherActions, partStates, statusKey } from './next-action.ts';

const always: readonly LegalAction[] = ['say', 'block', 'report'];

function situation(status: LegalStatus, side: LegalSide, ...can: LegalAction[]) {
  return { status, side, can: [...can, ...always] };
}

describe('the next action', () => {
  test.each([
    [situation(1, 'buy', 'pay', 'cancel'), 'pay', ['cancel']],
    [situation(1, 'sell', 'release', 'ask_cancel'), null, ['release', 'ask_cancel']],
    [situation(2, 'buy', 'concede', 'appeal'), null, ['appeal', 'concede']],
    [situation(2, 'sell', 'release', 'appeal', 'abnormal'), 'release', ['appeal', 'abnormal']],
    [situation(3, 'buy', 'concede', 'appeal'), 'appeal', ['concede']],
    [situation(3, 'sell', 'release', 'appeal'), 'release', ['appeal']],
    [situation(4, 'buy', 'concede', 'evidence', 'appeal_withdraw'), 'evidence', ['appeal_withdraw', 'concede']],
    [situation(7, 'sell', 'concede', 'evidence'), 'evidence', ['concede']],
    [situation(5, 'buy', 'rate'), null, []],
    [situation(6, 'buy', 'late'), 'late', []],
    [situation(6, 'sell', 'reopen'), 'reopen', []],
    [situation(6, 'sell'), null, []],
  ] as const)('of %o is %s, beside %o', (order, next, others) => {
    expect(nextAction(order)).toBe(next);
    expect(otherActions(order)).toEqual(others);
  });

  test('is only what the server allows', () => {
    for (const status of Object.values(legalStatus)) {
      for (const side of ['buy', 'sell'] as const) {
        expect(nextAction({ status, side, can: [] })).toBeNull();
        expect(otherActions({ status, side, can: [] })).toEqual([]);
      }
    }
  });
});

test('a paid order is confirmed by its seller, and waits for that of its buyer', () => {
  expect([statusKey({ status: 2, side: 'sell' }), statusKey({ status: 2, side: 'buy' })]).toEqual(['confirm', 'paid']);
});

test('only a selling merchant who marks an order is warned not to release the coins', () => {
  expect(appealLead('abnormal', { side: 'sell' })).toBe('escrow.otherPayerText');
  expect(appealLead('abnormal', { side: 'buy' })).toBe('escrow.abnormalText');
  expect(appealLead('appeal', { side: 'sell' })).toBe('escrow.appealLead');
  expect(appealLead('evidence', { side: 'buy' })).toBe('escrow.appealLead');
});

test('completed and cancelled orders are over, those in an appeal are not', () => {
  const all = Object.values(legalStatus);
  expect(all.filter((status) => hasEnded({ status }))).toEqual([5, 6]);
  expect(all.filter((status) => isInAppeal({ status }))).toEqual([4, 7]);
});

test.each([
  [1, null, ['done', 'current', 'next', 'next']],
  [2, 1, ['done', 'done', 'current', 'next']],
  [7, 1, ['done', 'done', 'current', 'next']],
  [5, 1, ['done', 'done', 'done', 'done']],
  [6, null, ['done', 'failed', 'next', 'next']],
  [6, 1, ['done', 'done', 'failed', 'next']],
] as const)('an order of state %s, paid at %s, has the parts %o', (status, paid_at, parts) => {
  expect(partStates({ status, paid_at })).toEqual(parts);
});
