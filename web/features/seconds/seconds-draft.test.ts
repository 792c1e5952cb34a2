import { describe, expect, test } from 'vitest';
import { chosenOf, emptyDraft, secondsProblem, type StakeCurrency } from './seconds-draft.ts';

function currency(changes: Partial<StakeCurrency> = {}): StakeCurrency {
  return {
    id: 3,
    code: 'USDT',
    micro_account: { balance: '100' },
    room: '5000',
    micro_numbers: [{ number: '10' }, { number: '100' }, { number: '200' }],
    ...changes,
  };
}

const offers = [{ seconds: 30 }, { seconds: 60 }];

describe('the choices', () => {
  test('are the first that are offered until the user chooses', () => {
    expect(chosenOf(emptyDraft, [currency()], offers)).toMatchObject({ number: '10', offer: { seconds: 30 } });
    const draft = { currencyId: 4, number: '200', seconds: 60 };
    const chosen = chosenOf(draft, [currency(), currency({ id: 4, code: 'ETH' })], offers);
    expect(chosen).toMatchObject({ currency: { code: 'ETH' }, number: '200', offer: { seconds: 60 } });
  });

  test('fall back when one is no longer offered', () => {
    const draft = { currencyId: 4, number: '7', seconds: 15 };
    expect(chosenOf(draft, [currency()], offers)).toMatchObject({ currency: { id: 3 }, number: '10' });
  });

  test('are missing when nothing is offered', () => {
    expect(chosenOf(emptyDraft, [], offers)).toBeNull();
    expect(chosenOf(emptyDraft, [currency()], [])).toBeNull();
    expect(chosenOf(emptyDraft, [currency({ micro_numbers: [] })], offers)).toBeNull();
  });
});

describe('the first problem', () => {
  test.each([
    [{}, '100', '65000', null],
    [{}, '200', '65000', 'insufficient_balance'],
    [{ room: '99.99' }, '100', '65000', 'user_cap'],
    [{ room: '99.99' }, '200', '65000', 'user_cap'],
    [{ room: '0' }, '100', null, 'index_unavailable'],
  ] as const)('with %o and a stake of %s at %s is %s', (changes, number, index, problem) => {
    const chosen = chosenOf({ ...emptyDraft, number }, [currency(changes)], offers);
    expect(secondsProblem(chosen, index)).toBe(problem);
  });

  test('is that nothing is offered', () => {
    expect(secondsProblem(null, '65000')).toBe('seconds_closed');
  });
});
