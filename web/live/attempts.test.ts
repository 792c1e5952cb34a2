import { describe, expect, it } from 'vitest';
import { createAttempts } from './attempts.ts';

function numbered() {
  let made = 0;
  const clock = { nowMs: 0 };
  return { ...createAttempts({ newKey: () => `key-${(made += 1)}`, nowMs: () => clock.nowMs }), clock };
}

describe('the idempotency key of a request', () => {
  it('is kept while the same terms get no answer or no decision', () => {
    const { keyOf, settle } = numbered();
    expect(keyOf('pay', { amount: '5' })).toBe('key-1');
    for (const refusal of [
      'step_up_needed',
      'outcome_pending',
      'too_many_requests',
      'exchange_busy',
      'exchange_closed',
    ]) {
      settle('pay', { amount: '5' }, refusal);
      expect(keyOf('pay', { amount: '5' })).toBe('key-1');
    }
  });

  it('is kept when only the proofs or the reason are others, in whichever order the fields are', () => {
    const { keyOf, settle } = numbered();
    const first = { amount: '5', to: 7, code: '123456', pay_password: 'a', reason: 'one' };
    expect(keyOf('pay', first)).toBe('key-1');
    settle('pay', first, 'outcome_pending');
    expect(keyOf('pay', { code: '654321', pay_password: 'b', to: 7, amount: '5', totp_code: '1' })).toBe('key-1');
  });

  it('is a new one after a success, after a refusal and for other terms', () => {
    const { keyOf, settle } = numbered();
    expect(keyOf('pay', { amount: '5' })).toBe('key-1');
    settle('pay', { amount: '5' }, null);
    expect(keyOf('pay', { amount: '5' })).toBe('key-2');
    settle('pay', { amount: '5' }, 'changed_meanwhile');
    expect(keyOf('pay', { amount: '5' })).toBe('key-3');
    expect(keyOf('pay', { amount: '6' })).toBe('key-4');
    expect(keyOf('other', { amount: '6' })).toBe('key-5');
  });

  it('survives the answer to an earlier request with other terms', () => {
    const { keyOf, settle } = numbered();
    keyOf('pay', { amount: '5' });
    expect(keyOf('pay', { amount: '6' })).toBe('key-2');
    settle('pay', { amount: '5' }, null);
    expect(keyOf('pay', { amount: '6' })).toBe('key-2');
  });

  it('is a new one after ten minutes', () => {
    const { clock, keyOf } = numbered();
    keyOf('pay', { amount: '5' });
    clock.nowMs = 599_999;
    expect(keyOf('pay', { amount: '5' })).toBe('key-1');
    clock.nowMs = 600_000;
    expect(keyOf('pay', { amount: '5' })).toBe('key-2');
  });
});
