import { describe, expect, it } from 'vitest';
import { createAttempts } from './attempts.ts';
import { ConsoleFailure } from './envelope.ts';

const unanswered = new ConsoleFailure({ kind: 'failed', requestId: null });
const refusedFor = (error: string): ConsoleFailure => new ConsoleFailure({ kind: 'refused', error, details: {} });

function numbered() {
  let made = 0;
  return createAttempts(() => `key-${(made += 1)}`);
}

describe('the idempotency key of an action', () => {
  it('is kept while the same input gets no answer or no decision', () => {
    const attempts = numbered();
    for (const error of [unanswered, refusedFor('step_up_needed'), refusedFor('outcome_pending')]) {
      expect(attempts.keyOf('pay', { amount: '5' })).toBe('key-1');
      attempts.settle('pay', error);
    }
    expect(attempts.keyOf('pay', { amount: '5' })).toBe('key-1');
  });

  it('is a new one after a success, after a refusal and for another input', () => {
    const attempts = numbered();
    expect(attempts.keyOf('pay', { amount: '5' })).toBe('key-1');
    attempts.settle('pay', null);
    expect(attempts.keyOf('pay', { amount: '5' })).toBe('key-2');
    attempts.settle('pay', refusedFor('changed_meanwhile'));
    expect(attempts.keyOf('pay', { amount: '5' })).toBe('key-3');
    attempts.settle('pay', unanswered);
    expect(attempts.keyOf('pay', { amount: '6' })).toBe('key-4');
  });
});
