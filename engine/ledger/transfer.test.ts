import { describe, expect, it } from 'vitest';
import { currencyId } from '../identifiers.ts';
import { alice, btc, fundedExchange, openExchange, rejectionOf, typesOf, usdt } from '../testing/test-exchange.ts';
import { moveToLever, withdrawal } from '../testing/movements.ts';
import { accountType } from './account.ts';
import { posting } from './posting.ts';

describe('a transfer between account types', () => {
  it('moves available money immediately', () => {
    const tested = openExchange();
    tested.fund(alice, usdt, 100);

    expect(tested.apply(moveToLever(alice, 30))).toEqual([
      {
        type: 'transferred',
        user: alice,
        currency: usdt,
        amount: 30,
        from: 1,
        to: 3,
        postings: [posting(alice, 1, usdt, -30, 0), posting(alice, 3, usdt, 30, 0)],
      },
    ]);
    expect(tested.balance(alice, usdt)).toEqual([70, 0]);
    expect(tested.balance(alice, usdt, accountType.lever)).toEqual([30, 0]);
  });

  it('works between all account types of a user', () => {
    const tested = openExchange();
    tested.fund(alice, usdt, 100);
    const tour = [1, 2, 3, 4, 5, 3, 1, 4, 2, 5, 1];
    tour.slice(1).forEach((to, at) => tested.apply(moveToLever(alice, 100, null, { from: tour[at] ?? 0, to })));

    expect(tested.balance(alice, usdt)).toEqual([100, 0]);
    expect(tested.events.filter(({ type }) => type === 'transferred')).toHaveLength(10);
  });

  it('does not touch money that orders and holds lock', () => {
    const tested = openExchange();
    tested.fund(alice, usdt, 1000);
    tested.buy(alice, 3, 100);
    tested.apply(withdrawal(alice, 200));

    expect(rejectionOf(tested.apply(moveToLever(alice, 501)))).toEqual({
      reason: 'insufficient_balance',
      currency: usdt,
      available: 500,
      needed: 501,
    });
    expect(typesOf(tested.apply(moveToLever(alice, 500)))).toEqual(['transferred']);
  });

  it('happens once per request key and repeats its outcome, also after a restart', () => {
    const tested = fundedExchange();
    tested.apply(moveToLever(alice, 30, 'k'));
    const firstSequence = tested.exchange.sequence;
    const first = { type: 'transfer' };

    for (const again of [tested, tested.restarted()]) {
      expect(again.apply(moveToLever(alice, 30, 'k'))).toEqual([
        { type: 'request_repeated', user: alice, requestKey: 'k', firstSequence, first },
      ]);
      expect(again.balance(alice, usdt, accountType.lever)).toEqual([30, 0]);
    }
    expect(rejectionOf(tested.apply(moveToLever(alice, 31, 'k')))).toEqual({ reason: 'request_key_reused' });
    expect(rejectionOf(tested.apply(moveToLever(alice, 30, 'k', { currency: btc })))).toEqual({
      reason: 'request_key_reused',
    });
  });

  it('that was refused is decided again under the same key, and takes effect once', () => {
    const tested = openExchange();
    expect(rejectionOf(tested.apply(moveToLever(alice, 30, 'k')))).toMatchObject({ reason: 'insufficient_balance' });
    tested.fund(alice, usdt, 100);

    expect(tested.apply(moveToLever(alice, 30, 'k'))).toMatchObject([{ type: 'transferred', amount: 30 }]);
    expect(tested.apply(moveToLever(alice, 30, 'k'))).toMatchObject([{ type: 'request_repeated' }]);
  });

  it('reports the first fault in the order user, account, currency, amount, balance', () => {
    const tested = openExchange();
    const currency = currencyId(9);
    const reasons = [
      moveToLever(alice, 0, null, { user: 0, from: 6, currency }),
      moveToLever(alice, 0, null, { from: 0, currency }),
      moveToLever(alice, 0, null, { to: accountType.fees, currency }),
      moveToLever(alice, 0, null, { to: accountType.change, currency }),
      moveToLever(alice, 0, null, { currency }),
      moveToLever(alice, 0),
      moveToLever(alice, -1),
      moveToLever(alice, 2 ** 53),
      moveToLever(alice, 1),
    ].map((command) => rejectionOf(tested.apply(command))?.reason);

    expect(reasons).toEqual([
      'user_invalid',
      'account_invalid',
      'account_invalid',
      'account_invalid',
      'currency_unknown',
      'amount_invalid',
      'amount_invalid',
      'amount_invalid',
      'insufficient_balance',
    ]);
  });
});
