import { describe, expect, it } from 'vitest';
import { currencyId } from '../identifiers.ts';
import { alice, btc, openExchange, rejectionOf, typesOf, usdt } from '../testing/test-exchange.ts';
import { accountType } from './account.ts';
import type { Credit } from './commands.ts';

const largest = Number.MAX_SAFE_INTEGER;

/** A credit of 5 units; fields may be invalid. */
function credit(fields: { [Field in keyof Credit]?: Credit[Field] | number } = {}): Credit {
  const defaults = { user: alice, accountType: accountType.change, currency: usdt, amount: 5, source: 'deposit', n: 1 };
  return { type: 'credit', ...defaults, ...fields } as Credit;
}

describe('a credit', () => {
  it('is available immediately, and reduces the external balance', () => {
    const tested = openExchange();
    tested.apply(credit({ amount: 70 }));

    expect(tested.balance(alice, usdt)).toEqual([70, 0]);
    expect([...tested.exchange.balances()][0]).toMatchObject({
      user: 0,
      accountType: accountType.external,
      available: -70,
    });
  });

  it('happens once per cause, even if the repetition differs', () => {
    const tested = openExchange();
    tested.apply(credit());

    expect(tested.apply(credit({ amount: 99, currency: 77 }))).toEqual([
      { type: 'cause_repeated', command: 'credit', source: 'deposit', n: 1 },
    ]);
    expect(tested.balance(alice, usdt)).toEqual([5, 0]);
  });

  it('happens once per cause, also after a restart', () => {
    const tested = openExchange();
    tested.apply(credit());

    expect(typesOf(tested.restarted().apply(credit()))).toEqual(['cause_repeated']);
  });

  it('may reuse a cause that was refused before', () => {
    const tested = openExchange();
    tested.apply(credit({ amount: 0 }));

    expect(typesOf(tested.apply(credit()))).toEqual(['credited']);
  });

  it('never exceeds 2^53 − 1 units of a currency over all users', () => {
    const tested = openExchange();
    tested.apply(credit({ amount: largest - 10 }));

    expect(rejectionOf(tested.apply(credit({ n: 2, amount: 11 })))).toEqual({
      reason: 'supply_exceeded',
      currency: usdt,
    });
    expect(rejectionOf(tested.apply(credit({ n: 2, amount: 10 })))).toBeNull();
    expect(rejectionOf(tested.apply(credit({ n: 3, amount: 1 })))).toEqual({
      reason: 'supply_exceeded',
      currency: usdt,
    });
    expect(rejectionOf(tested.apply(credit({ n: 3, amount: 11, currency: btc })))).toBeNull();
  });

  it.each([0, -1, 0.5, largest + 1])('of the amount %d is refused', (amount) => {
    expect(rejectionOf(openExchange().apply(credit({ amount })))).toEqual({ reason: 'amount_invalid' });
  });

  it('reports the first fault in the order user, account, currency, cause, amount, supply', () => {
    const tested = openExchange();
    tested.apply(credit({ amount: largest }));
    const unknown = currencyId(9);
    const reasons = [
      credit({ n: 0, user: 0, currency: unknown, amount: 0 }),
      credit({ n: 0, accountType: accountType.fees, currency: unknown, amount: 0 }),
      credit({ n: 0, accountType: 6, currency: unknown, amount: 0 }),
      credit({ n: 0, currency: unknown, amount: 0 }),
      credit({ n: 0, amount: 0 }),
      credit({ source: '', amount: 0 }),
      credit({ n: 2, amount: 0 }),
      credit({ n: 2 }),
    ].map((command) => rejectionOf(tested.apply(command))?.reason);

    expect(reasons).toEqual([
      'user_invalid',
      'account_invalid',
      'account_invalid',
      'currency_unknown',
      'cause_invalid',
      'cause_invalid',
      'amount_invalid',
      'supply_exceeded',
    ]);
  });
});
