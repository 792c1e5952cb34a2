import { describe, expect, it } from 'vitest';
import { currencyId, venue } from '../identifiers.ts';
import { alice, bob, openExchange, rejectionOf, typesOf, usdt } from '../testing/test-exchange.ts';
import { capital } from '../testing/movements.ts';
import { accountType } from './account.ts';
import { posting } from './posting.ts';

const { change, external, fees, insurance, leverHouse, treasury } = accountType;

describe("the venue's own money", () => {
  it('enters as capital, funds house accounts, is paid to users, and leaves again', () => {
    const tested = openExchange();
    tested.apply(capital(100));
    tested.apply(capital(60, 2, { from: treasury, to: leverHouse, operator: bob }));
    tested.apply(capital(10, 3, { from: leverHouse, toUser: alice, to: change, cause: 'commission' }));
    tested.apply(capital(15, 4, { from: treasury, to: external }));

    const balances = [treasury, leverHouse, external].map((type) => tested.balance(venue, usdt, type)[0]);
    expect(balances).toEqual([25, 50, -85]);
    expect(tested.balance(alice, usdt)).toEqual([10, 0]);
  });

  it('moves with the operator and the reason on record', () => {
    expect(openExchange().apply(capital(5, 1, { operator: bob, cause: 'funding' }))).toEqual([
      {
        type: 'venue_transferred',
        from: external,
        toUser: venue,
        to: treasury,
        currency: usdt,
        amount: 5,
        operator: bob,
        cause: 'funding',
        source: 'capital',
        n: 1,
        postings: [posting(venue, external, usdt, -5, 0), posting(venue, treasury, usdt, 5, 0)],
      },
    ]);
  });

  it('moves once per cause, even if the repetition differs, also after a restart', () => {
    const tested = openExchange();
    tested.apply(capital(5));
    const repeated = [{ type: 'cause_repeated', command: 'venue_transfer', source: 'capital', n: 1 }];

    expect(tested.apply(capital(9, 1, { cause: 'funding' }))).toEqual(repeated);
    expect(tested.restarted().apply(capital(5))).toEqual(repeated);
    expect(tested.balance(venue, usdt, treasury)).toEqual([5, 0]);
  });

  it('cannot become negative', () => {
    const tested = openExchange();
    tested.apply(capital(5));

    expect(rejectionOf(tested.apply(capital(6, 2, { from: treasury, to: insurance })))).toEqual({
      reason: 'insufficient_balance',
      currency: usdt,
      available: 5,
      needed: 6,
    });
  });

  it('cannot raise the supply above 2^53 − 1 units', () => {
    const tested = openExchange();
    tested.fund(alice, usdt, Number.MAX_SAFE_INTEGER - 3);

    expect(rejectionOf(tested.apply(capital(4)))).toEqual({ reason: 'supply_exceeded', currency: usdt });
    expect(typesOf(tested.apply(capital(3)))).toEqual(['venue_transferred']);
  });

  it.each([
    ['from a user to the venue', { from: change, to: fees }],
    ['from the venue to the same account', { from: fees, to: fees }],
    ['from outside to a user, which would be a credit', { toUser: alice, to: change }],
    ['to a venue account type of a user', { from: fees, toUser: alice, to: fees }],
    ['to a user account type of the venue', { from: fees, to: change }],
    ['to an invalid user', { from: fees, toUser: -1, to: change }],
  ])('does not move %s', (_, odd) => {
    const tested = openExchange();
    tested.fund(alice, usdt, 100);

    expect(rejectionOf(tested.apply(capital(5, 1, odd)))).toEqual({ reason: 'account_invalid' });
  });

  it('reports the first fault in the order operator, account, currency, cause, amount, balance', () => {
    const tested = openExchange();
    const currency = currencyId(9);
    const reasons = [
      capital(0, 0, { operator: 0.5, from: 1, currency }),
      capital(0, 0, { from: 1, currency }),
      capital(0, 0, { currency }),
      capital(0, 0),
      capital(0, 1, { source: '' }),
      capital(0),
      capital(1, 1, { from: treasury, to: fees }),
    ].map((command) => rejectionOf(tested.apply(command))?.reason);

    expect(reasons).toEqual([
      'operator_invalid',
      'account_invalid',
      'currency_unknown',
      'cause_invalid',
      'cause_invalid',
      'amount_invalid',
      'insufficient_balance',
    ]);
  });
});
