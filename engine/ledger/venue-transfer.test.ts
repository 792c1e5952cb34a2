import { describe, expect, it } from 'vitest';
import { currencyId, venue } from '../identifiers.ts';
import { alice, bob, openExchange, rejectionOf, typesOf, usdt } from '../testing/test-exchange.ts';
import { capital } from '../testing/movements.ts';
import { accountType } from './account.ts';
import { posting } from './posting.ts';

const { change, external, fees, insurance, leverHouse, treasury } = accountType;

describe("the venue's own money", () => {
  it('comes from outside as capital, funds the houses, pays people, and leaves again', () => {
    const tested = openExchange();
    tested.apply(capital(100));
    tested.apply(capital(60, 2, { from: treasury, to: leverHouse, operator: bob }));
    tested.apply(capital(10, 3, { from: leverHouse, toUser: alice, to: change, cause: 'commission' }));
    tested.apply(capital(15, 4, { from: treasury, to: external }));

    const balances = [treasury, leverHouse, external].map((type) => tested.balance(venue, usdt, type)[0]);
    expect(balances).toEqual([25, 50, -85]);
    expect(tested.balance(alice, usdt)).toEqual([10, 0]);
  });

  it('says who decided it and why', () => {
    expect(openExchange().apply(capital(5, 1, { operator: bob, cause: 'funding' }))).toEqual([
      {
        type: 'venue_transferred',
        ...{ from: external, toUser: venue, to: treasury, currency: usdt, amount: 5 },
        ...{ operator: bob, cause: 'funding', source: 'capital', n: 1 },
        postings: [posting(venue, external, usdt, -5, 0), posting(venue, treasury, usdt, 5, 0)],
      },
    ]);
  });

  it('moves once for each cause, whatever else the repetition says, also after a restart', () => {
    const tested = openExchange();
    tested.apply(capital(5));
    const repeated = [{ type: 'cause_repeated', command: 'venue_transfer', source: 'capital', n: 1 }];

    expect(tested.apply(capital(9, 1, { cause: 'funding' }))).toEqual(repeated);
    expect(tested.restarted().apply(capital(5))).toEqual(repeated);
    expect(tested.balance(venue, usdt, treasury)).toEqual([5, 0]);
  });

  it('is never less than nothing', () => {
    const tested = openExchange();
    tested.apply(capital(5));

    expect(rejectionOf(tested.apply(capital(6, 2, { from: treasury, to: insurance })))).toEqual({
      reason: 'insufficient_balance',
      currency: usdt,
      available: 5,
      needed: 6,
    });
  });

  it('never brings the supply beyond 2^53 − 1 units', () => {
    const tested = openExchange();
    tested.fund(alice, usdt, Number.MAX_SAFE_INTEGER - 3);

    expect(rejectionOf(tested.apply(capital(4)))).toEqual({ reason: 'supply_exceeded', currency: usdt });
    expect(typesOf(tested.apply(capital(3)))).toEqual(['venue_transferred']);
  });

  it.each([
    ['from a person to the venue', { from: change, to: fees }],
    ['from the venue to the same account', { from: fees, to: fees }],
    ['from outside to a person, which is a credit', { toUser: alice, to: change }],
    ['to a person’s account that only the venue has', { from: fees, toUser: alice, to: fees }],
    ['to an account of the venue that only a person has', { from: fees, to: change }],
    ['to nobody', { from: fees, toUser: -1, to: change }],
  ])('does not move %s', (_, odd) => {
    const tested = openExchange();
    tested.fund(alice, usdt, 100);

    expect(rejectionOf(tested.apply(capital(5, 1, odd)))).toEqual({ reason: 'account_invalid' });
  });

  it('names the first fault in the order operator, account, currency, cause, amount, balance', () => {
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
