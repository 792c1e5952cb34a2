import { beforeEach, describe, expect, it } from 'vitest';
import { commandCodec } from '../command.ts';
import { venue } from '../identifiers.ts';
import { logicVersion } from '../logic-version.ts';
import { alice, openExchange, rejectionOf, setup, typesOf, usdt } from '../testing/test-exchange.ts';
import { debit, moveToLever } from '../testing/movements.ts';
import { accountType } from './account.ts';
import { posting } from './posting.ts';
import type { Command } from '../command.ts';
import type { Event } from '../event.ts';
import type { TestExchange } from '../testing/test-exchange.ts';

let tested: TestExchange;

/** Alice has 100 units of USDT, and the commands are those of a journal of the last version with debits. */
beforeEach(() => {
  tested = openExchange();
  tested.fund(alice, usdt, 100);
  tested.exchange.useLogic(3);
});

/** Applies the commands as a journal contains them. */
function replay(...commands: readonly Command[]): Event[] {
  return commands.flatMap((command) => {
    const encoded: unknown = JSON.parse(JSON.stringify(commandCodec.encode(command)));
    if (!commandCodec.check(encoded)) throw new Error('the journal must be readable');
    return tested.apply(commandCodec.decode(encoded));
  });
}

describe('a debit in a journal', () => {
  it('is replayed: an available balance went to the outside', () => {
    expect(replay(debit(alice, 70))).toEqual([
      {
        type: 'debited',
        user: alice,
        accountType: 1,
        currency: usdt,
        amount: 70,
        source: 'refund',
        n: 1,
        postings: [posting(alice, 1, usdt, -70, 0), posting(venue, accountType.external, usdt, 70, 0)],
      },
    ]);
    expect(tested.balance(alice, usdt)).toEqual([30, 0]);
    expect(tested.balance(venue, usdt, accountType.external)).toEqual([-30, 0]);
  });

  it('happened once per cause, also across a snapshot between them', () => {
    replay(debit(alice, 70));
    const repeated = [{ type: 'cause_repeated', command: 'debit', source: 'refund', n: 1 }];
    expect(replay(debit(alice, 5, 1, { currency: 77 }))).toEqual(repeated);
    tested = tested.restarted();
    tested.exchange.useLogic(3);
    expect(replay(debit(alice, 70))).toEqual(repeated);
  });

  it('is refused by the rules of its version: restriction, then balance, but not unmatured credits', () => {
    replay(moveToLever(alice, 40));
    const lack = { reason: 'insufficient_balance', currency: usdt, available: 60, needed: 61 };
    expect(rejectionOf(replay(debit(alice, 61)))).toEqual(lack);
    const { type: _type, ...movement } = debit(alice, 7, 9);
    replay({ type: 'credit_deposit', ...movement, matured: false });
    expect(typesOf(replay(debit(alice, 67)))).toEqual(['debited']);
    replay({ type: 'restrict_user', user: alice, before: 'none', scope: 'outflow', ...setup });
    expect(rejectionOf(replay(debit(alice, 999, 2)))).toEqual({ reason: 'outflow_stopped' });
  });

  it('stopped at the first fault in the order user, account, currency, cause, amount', () => {
    const reasons = [
      debit(alice, 0, 0, { user: 0, accountType: 6, currency: 9 }),
      debit(alice, 0, 0, { accountType: 6, currency: 9 }),
      debit(alice, 0, 0, { currency: 9 }),
      debit(alice, 0, 0),
      debit(alice, 0),
    ].map((command) => rejectionOf(replay(command))?.reason);
    expect(reasons).toEqual(['user_invalid', 'account_invalid', 'currency_unknown', 'cause_invalid', 'amount_invalid']);
  });

  it('leads to a state that the present version continues, but a new one stops the exchange', () => {
    replay(debit(alice, 70));
    tested.exchange.useLogic(logicVersion);
    expect(typesOf(replay(moveToLever(alice, 30)))).toEqual(['transferred']);
    expect(() => replay(debit(alice, 1, 2))).toThrow('a debit can only be replayed');
  });
});
