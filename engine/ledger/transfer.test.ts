import { describe, expect, it } from 'vitest';
import { currencyId } from '../identifiers.ts';
import { alice, btc, fundedExchange, openExchange, rejectionOf, typesOf, usdt } from '../testing/test-exchange.ts';
import { moveToLever, withdrawal } from '../testing/movements.ts';
import { accountType } from './account.ts';
import { posting } from './posting.ts';

describe('a transfer between account types', () => {
  it('moves what is available at once', () => {
    const tested = openExchange();
    tested.fund(alice, usdt, 100);

    expect(tested.apply(moveToLever(alice, 30))).toEqual([
      {
        type: 'transferred',
        ...{ user: alice, currency: usdt, amount: 30, from: 1, to: 3 },
        postings: [posting(alice, 1, usdt, -30, 0), posting(alice, 3, usdt, 30, 0)],
      },
    ]);
    expect(tested.balance(alice, usdt)).toEqual([70, 0]);
    expect(tested.balance(alice, usdt, accountType.lever)).toEqual([30, 0]);
  });

  it('goes from each of a user’s accounts to each other one', () => {
    const tested = openExchange();
    tested.fund(alice, usdt, 100);
    const tour = [1, 2, 3, 4, 5, 3, 1, 4, 2, 5, 1];
    tour.slice(1).forEach((to, at) => tested.apply(moveToLever(alice, 100, null, { from: tour[at] ?? 0, to })));

    expect(tested.balance(alice, usdt)).toEqual([100, 0]);
    expect(tested.events.filter(({ type }) => type === 'transferred')).toHaveLength(10);
  });

  it('leaves alone what orders and holds lock', () => {
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

  it('happens once for each request key and is answered as the first time, also after a restart', () => {
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

  it('that was refused is refused again under the same key, although there is enough by now', () => {
    const tested = openExchange();
    tested.apply(moveToLever(alice, 30, 'k'));
    tested.fund(alice, usdt, 100);

    expect(tested.apply(moveToLever(alice, 30, 'k'))).toMatchObject([
      { first: { type: 'rejected', rejection: { reason: 'insufficient_balance', available: 0, needed: 30 } } },
    ]);
  });

  it('names the first fault in the order user, account, currency, amount, balance', () => {
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
