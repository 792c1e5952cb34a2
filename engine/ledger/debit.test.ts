import { describe, expect, it } from 'vitest';
import { currencyId, venue } from '../identifiers.ts';
import { alice, openExchange, rejectionOf, typesOf, usdt } from '../testing/test-exchange.ts';
import { debit, withdrawal } from '../testing/movements.ts';
import { accountType } from './account.ts';
import { posting } from './posting.ts';
import type { TestExchange } from '../testing/test-exchange.ts';

/** Alice has 100 units of USDT, credited under cause 1 of the source 'test'. */
function tested(): TestExchange {
  const opened = openExchange();
  opened.fund(alice, usdt, 100);
  return opened;
}

describe('a debit', () => {
  it('takes effect immediately, and increases the external balance', () => {
    const opened = tested();

    expect(opened.apply(debit(alice, 70))).toEqual([
      {
        type: 'debited',
        ...{ user: alice, accountType: 1, currency: usdt, amount: 70, source: 'refund', n: 1 },
        postings: [posting(alice, 1, usdt, -70, 0), posting(venue, accountType.external, usdt, 70, 0)],
      },
    ]);
    expect(opened.balance(alice, usdt)).toEqual([30, 0]);
    expect(opened.balance(venue, usdt, accountType.external)).toEqual([-30, 0]);
  });

  it('happens once per cause, even if the repetition differs, also after a restart', () => {
    const opened = tested();
    opened.apply(debit(alice, 70));
    const repeated = [{ type: 'cause_repeated', command: 'debit', source: 'refund', n: 1 }];

    expect(opened.apply(debit(alice, 5, 1, { currency: 77 }))).toEqual(repeated);
    expect(opened.restarted().apply(debit(alice, 70))).toEqual(repeated);
    expect(opened.balance(alice, usdt)).toEqual([30, 0]);
  });

  it('has causes separate from those of credits', () => {
    expect(typesOf(tested().apply(debit(alice, 70, 1, { source: 'test' })))).toEqual(['debited']);
  });

  it('cannot exceed the available balance, which excludes holds', () => {
    const opened = tested();
    opened.apply(withdrawal(alice, 40));

    expect(rejectionOf(opened.apply(debit(alice, 61)))).toEqual({
      reason: 'insufficient_balance',
      currency: usdt,
      available: 60,
      needed: 61,
    });
    expect(typesOf(opened.apply(debit(alice, 60)))).toEqual(['debited']);
  });

  it('makes room for further credits under the supply limit', () => {
    const opened = openExchange();
    opened.fund(alice, usdt, Number.MAX_SAFE_INTEGER);
    opened.apply(debit(alice, 7));

    expect(typesOf(opened.fund(alice, usdt, 7))).toEqual(['credited']);
    expect(rejectionOf(opened.fund(alice, usdt, 1))).toEqual({ reason: 'supply_exceeded', currency: usdt });
  });

  it('reports the first fault in the order user, account, currency, cause, amount, balance', () => {
    const opened = tested();
    const currency = currencyId(9);
    const reasons = [
      debit(alice, 0, 0, { user: venue, accountType: 6, currency }),
      debit(alice, 0, 0, { accountType: 6, currency }),
      debit(alice, 0, 0, { accountType: accountType.external, currency }),
      debit(alice, 0, 0, { currency }),
      debit(alice, 0, 0),
      debit(alice, 0, 1, { source: '' }),
      debit(alice, 0),
      debit(alice, 0.5),
      debit(alice, 101),
      debit(alice, 1, 1, { accountType: accountType.micro }),
    ].map((command) => rejectionOf(opened.apply(command))?.reason);

    expect(reasons).toEqual([
      'user_invalid',
      'account_invalid',
      'account_invalid',
      'currency_unknown',
      'cause_invalid',
      'cause_invalid',
      'amount_invalid',
      'amount_invalid',
      'insufficient_balance',
      'insufficient_balance',
    ]);
  });
});
