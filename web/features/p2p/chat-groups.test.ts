import type { LegalMessage } from '@bourse/contract/p2p';
import { describe, expect, test } from 'vitest';
import { completeUpTo, groupMessages, mergeMessages } from './chat-groups.ts';

const minute = 60_000;
const dayMs = 86_400_000;
const dayOf = (time: number): string => String(Math.floor(time / dayMs));

function message(i: number, from: LegalMessage['from'], minutes: number, more: Partial<LegalMessage> = {}) {
  return { i, from, text: `m${i}`, image: null, event: null, warnings: [], created_at: minutes * minute, ...more };
}

function shape(messages: readonly LegalMessage[]) {
  return groupMessages(messages, dayOf).map(({ day, from, messages: some }) => [day, from, some.map(({ i }) => i)]);
}

describe('the messages of a chat', () => {
  test('are grouped by author and time', () => {
    const said = [message(1, 'me', 0), message(2, 'me', 4), message(3, 'other', 4), message(4, 'other', 9)];
    expect(shape(said)).toEqual([
      ['0', 'me', [1, 2]],
      [null, 'other', [3]],
      [null, 'other', [4]],
    ]);
  });

  test('of another day begin with the day', () => {
    const said = [message(1, 'me', 1_439), message(2, 'me', 1_440)];
    expect(shape(said)).toEqual([
      ['0', 'me', [1]],
      ['1', 'me', [2]],
    ]);
  });

  test('that the exchange writes are alone', () => {
    const said = [
      message(1, 'exchange', 0, { event: 'opened' }),
      message(2, 'exchange', 0, { event: 'paid' }),
      message(3, 'exchange', 0),
    ];
    expect(shape(said).map(([, , numbers]) => numbers)).toEqual([[1], [2], [3]]);
  });

  test('are sorted and never doubled', () => {
    const known = [message(1, 'me', 0), message(2, 'me', 0)];
    expect(mergeMessages(known, [message(2, 'me', 0)])).toBe(known);
    const merged = mergeMessages(known, [message(4, 'me', 0), message(3, 'me', 0), message(3, 'me', 0)]);
    expect(merged.map(({ i }) => i)).toEqual([1, 2, 3, 4]);
  });

  test('are complete up to the first gap', () => {
    expect(completeUpTo([])).toBe(0);
    expect(completeUpTo([message(1, 'me', 0), message(2, 'me', 0), message(4, 'me', 0)])).toBe(2);
  });
});
