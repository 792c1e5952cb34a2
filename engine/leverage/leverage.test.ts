import { beforeEach, describe, expect, it } from 'vitest';
import { venue } from '../identifiers.ts';
import { accountType } from '../ledger/account.ts';
import { logicVersion } from '../logic-version.ts';
import { amount } from '../money.ts';
import { indexOf, tick } from '../testing/indices.ts';
import { LeverMarket, the } from '../testing/leverage.ts';
import { capital, moveToLever } from '../testing/movements.ts';
import { alice, bob, rejectionOf, setup, typesOf, usdt } from '../testing/test-exchange.ts';
import type { UserId } from '../identifiers.ts';
import type { SubmitLever } from './commands.ts';

const { lever, leverHouse, insurance, fees } = accountType;

let market: LeverMarket;
const price: LeverMarket['price'] = (cents) => market.price(cents);
const report: LeverMarket['report'] = (...args) => market.report(...args);
const submit: LeverMarket['submit'] = (changes) => market.submit(changes);
const change: LeverMarket['change'] = (...args) => market.change(...args);
const setStops: LeverMarket['setStops'] = (...args) => market.setStops(...args);

beforeEach(() => {
  market = new LeverMarket();
});

function balance(user: UserId, type: number): [number, number] {
  return market.exchange.balance(user, usdt, type);
}

describe('an order for a position', () => {
  it('holds margin and fee at the price that it may cost at most', () => {
    const events = submit({ worst: 65_100_000 });

    // 100 × 65 100 000 = 6 510 000 000; ÷ 200 = 32 550 000; 0.04 % = 2 604 000.
    expect(the(events, 'lever_accepted')).toMatchObject({ position: 1, held: 35_154_000, balance: 100_000_000 });
    expect(balance(alice, lever)).toEqual([64_846_000, 35_154_000]);
  });

  it('fills at the first later tick, at the ask, and reserves a tenth of its amount in the house', () => {
    submit();
    const opened = the(price(6_500_000), 'lever_opened');

    // ⌈65 000 000 × 1.0001⌉ = 65 006 500; margin ⌈6 500 650 000 ÷ 200⌉; fee ⌈0.04 %⌉; maintenance half of the margin.
    expect(opened).toMatchObject({
      price: 65_006_500,
      markAtFill: 65_000_000,
      amount: 6_500_650_000,
      margin: 32_503_250,
      fee: 2_600_260,
      maintenance: 16_251_625,
      reserve: 650_065_000,
      balance: 97_399_740,
      margins: 32_503_250,
      holds: 0,
      maintenances: 16_251_625,
    });
    expect(balance(alice, lever)).toEqual([64_896_490, 32_503_250]);
    expect(balance(venue, leverHouse)).toEqual([19_349_935_000, 650_065_000]);
    expect(balance(venue, fees)).toEqual([2_600_260, 0]);
  });

  it('fills at the first mark that is computed only from observations after its acceptance', () => {
    market.exchange.wait(500);
    // Two of three sources report a jump: the price is known.
    report('first', 400, 6_530_000);
    report('second', 400, 6_530_000);
    submit();
    expect(typesOf(report('third', 500, 6_530_000))).toEqual(['index_updated']);
    expect(typesOf(report('first', 501, 6_530_000))).toEqual(['index_updated']);
    expect(typesOf(report('second', 601, 6_530_000))).toEqual(['index_updated']);
    expect(the(report('third', 601, 6_530_000), 'lever_opened')).toMatchObject({ price: 65_306_530 });
  });

  it('fills at no mark that is older than it, though a later tick set the mark', () => {
    market.exchange.wait(500);
    submit();
    // The mark is still the median of the second and third source, which reported before the order.
    expect(typesOf(report('first', 600, 6_530_000))).toEqual(['index_updated']);
    expect(typesOf(report('second', 600, 6_530_000))).toEqual(['index_updated']);
    expect(the(report('third', 600, 6_530_000), 'lever_opened')).toMatchObject({ markAtFill: 65_300_000 });
  });

  it('fills at no mark that had arrived before it, however far ahead the clocks of the sources are', () => {
    market.exchange.wait(500);
    for (const source of ['first', 'second', 'third']) report(source, 1400, 6_530_000);
    market.exchange.wait(100);
    submit();
    market.exchange = market.exchange.restarted();
    market.exchange.wait(900);
    expect(typesOf(report('first', 1550, 6_530_000))).toEqual(['index_updated']);
    expect(typesOf(report('second', 1550, 6_530_000))).toEqual(['index_updated']);
    expect(the(report('third', 1550, 6_530_000), 'lever_opened')).toMatchObject({ markAtFill: 65_300_000 });
  });

  it('does not wait for a source that deviates', () => {
    market.exchange.wait(500);
    report('third', 100, 6_600_000);
    submit();
    expect(typesOf(report('first', 600, 6_500_000))).toEqual(['index_updated']);
    expect(typesOf(report('second', 600, 6_500_000))).toEqual(['index_updated', 'lever_opened']);
  });

  it('does not fill when time or an operator changes the index, and is revoked when no price is left', () => {
    market.exchange.wait(500);
    submit();
    market.exchange.apply(indexOf({ minSources: 2, stalenessMs: 1000 }));
    report('first', 600, 6_500_000);
    report('second', 700, 6_500_000);
    // The third source goes silent, so that the mark is computed from the first and the second alone.
    market.exchange.wait(501);
    expect(typesOf(market.exchange.apply({ type: 'clock' }))).toEqual(['index_updated']);
    expect(typesOf(market.exchange.apply(indexOf({ minSources: 1, stalenessMs: 1000 })))).toEqual([
      'index_configured',
      'index_updated',
    ]);
    const restarted = market.exchange.restarted();
    expect(typesOf(restarted.apply(tick('first', market.nowMs + 1100, 6_500_000)))).toEqual([
      'index_updated',
      'lever_opened',
    ]);
    market.exchange.wait(5000);
    expect(the(market.exchange.apply({ type: 'clock' }), 'lever_revoked')).toMatchObject({ reason: 'no_index' });
  });

  it('on a crossed pair waits for observations of both currencies', () => {
    market.exchange.apply(indexOf({ asset: usdt, sources: ['first', 'quote'], minSources: 1, stalenessMs: 3_600_000 }));
    market.exchange.apply(tick('quote', market.nowMs, [[usdt, 100]]));
    market.exchange.wait(500);
    submit();
    expect(typesOf(price(6_500_000))).toEqual(['index_updated']);
    expect(typesOf(market.exchange.apply(tick('quote', market.nowMs, [[usdt, 100]])))).toEqual([
      'index_updated',
      'lever_opened',
    ]);
  });

  it('is revoked when its tick is beyond the worst price', () => {
    submit({ worst: 65_010_000 });
    expect(the(price(6_500_400), 'lever_revoked')).toMatchObject({ reason: 'price_moved', balance: 100_000_000 });
    expect(balance(alice, lever)).toEqual([100_000_000, 0]);
  });

  it('with a target waits for it, and never opens at a worse price', () => {
    submit({ kind: 'limit', target: 64_000_000 });
    expect(typesOf(price(6_399_400))).toEqual(['index_updated']);
    // 63 993 000 × 1.0001 = 63 999 399.3.
    expect(the(price(6_399_300), 'lever_opened')).toMatchObject({ markAtFill: 63_993_000, price: 63_999_400 });
  });

  it('with a target that is reached waits for its tick, before which it cannot be cancelled', () => {
    const events = submit({ kind: 'limit', target: 65_100_000 });
    expect(the(events, 'lever_accepted')).toMatchObject({ state: 'waiting', held: 35_154_000 });
    expect(rejectionOf(change('cancel_lever', 1))).toEqual({ reason: 'order_filling' });
    market.exchange = market.exchange.restarted();
    expect(the(price(6_500_500), 'lever_opened')).toMatchObject({ markAtFill: 65_005_000, price: 65_011_501 });
  });

  it('with a target that was reached waits for it if the price has gone at its tick, and can be cancelled then', () => {
    submit({ kind: 'limit', target: 65_010_000 });
    submit({ kind: 'limit', side: 'short', target: 65_100_000, share: 1 });
    expect(the(price(6_520_000), 'lever_entrusted')).toMatchObject({ position: 1 });
    market.exchange = market.exchange.restarted();
    expect(typesOf(price(6_520_000))).toEqual(['index_updated']);
    expect(the(change('cancel_lever', 1), 'lever_revoked')).toMatchObject({ reason: 'cancelled', holds: 0 });
  });

  it('is not withdrawn by an order that comes after it', () => {
    submit({ share: 140 });
    // Together they are above the first tier, whose multiple the first one has.
    submit({ kind: 'limit', target: 1_000_000, share: 1000, multiple: 100 });
    expect(the(price(6_500_000), 'lever_opened')).toMatchObject({ position: 1 });
  });

  it('is not withdrawn by what a later order holds', () => {
    submit();
    // 99.95 USDT are 120 percent of both margins, and would not be with fee and spread of the first.
    expect(rejectionOf(submit({ kind: 'limit', target: 500_000, share: 202, multiple: 2 }))).toBeNull();
    expect(the(price(6_500_000), 'lever_opened')).toMatchObject({ position: 1 });
  });

  it('with a target that is reached holds what an order at the market would', () => {
    const { held, price: dearest } = the(submit({ side: 'short', kind: 'limit', target: 1 }), 'lever_accepted');
    expect([dearest, held]).toEqual([65_000_000, 32_500_000 + 2_600_000]);
    market.exchange.apply(moveToLever(alice, 90_000_000, null, { from: lever, to: accountType.change }));
    expect(the(price(6_500_000), 'lever_opened')).toMatchObject({ position: 1 });
  });

  it('refuses what is out of range, in the documented order', () => {
    const refused = (changes: Partial<Record<keyof SubmitLever, unknown>>) => rejectionOf(submit(changes));
    expect(refused({ market: 9 })).toEqual({ reason: 'market_unknown' });
    expect(refused({ share: 0 })).toEqual({ reason: 'share_out_of_range', minimum: 1, maximum: 100_000 });
    expect(refused({ multiple: 3 })).toEqual({ reason: 'multiple_unknown' });
    expect(refused({ kind: 'limit' })).toEqual({ reason: 'price_required' });
    expect(refused({ target: 5 })).toEqual({ reason: 'lever_price_invalid', field: 'target' });
    expect(refused({ worst: 0.5 })).toEqual({ reason: 'lever_price_invalid', field: 'worst' });
    expect(refused({ stopLoss: 65_000_000 })).toEqual({ reason: 'lever_stop_would_trigger', field: 'stopLoss' });
    expect(refused({ takeProfit: 65_000_000 })).toEqual({ reason: 'lever_stop_would_trigger', field: 'takeProfit' });
    expect(refused({ share: 200 })).toEqual({ reason: 'multiple_too_high', maximum: 100 });
    expect(refused({ share: 100_000 })).toEqual({ reason: 'position_too_large' });
    expect(refused({ share: 700, multiple: 100 })?.reason).toBe('insufficient_balance');
    expect(refused({ share: 140, multiple: 200 })).toBeNull();
    expect(refused({ share: 1, multiple: 200 })).toBeNull();
  });

  it('is refused when the equity would fall below 120 % of all margins', () => {
    // Margin 81.9 and fee 0.04 × … of 10 ×; the rest covers no 120 %.
    expect(rejectionOf(submit({ share: 14, multiple: 10 }))?.reason).toBe('risk_too_high');
  });
});

describe('a position', () => {
  beforeEach(() => {
    submit();
    price(6_500_000);
  });

  it('closes at the next tick, at the mark, with the profit that was shown', () => {
    expect(typesOf(change('close_lever', 1))).toEqual(['lever_closing']);
    const closed = the(price(6_510_000), 'lever_closed');

    // 100 × (65 100 000 − 65 006 500).
    expect(closed).toMatchObject({ reason: 'user', closePrice: 65_100_000, profit: 9_350_000, unpaid: 0, margins: 0 });
    expect(balance(alice, lever)).toEqual([106_749_740, 0]);
    expect(balance(venue, leverHouse)).toEqual([19_990_650_000, 0]);
  });

  it.each([
    ['take_profit', 6_520_000, 65_200_000],
    ['stop_loss', 6_480_000, 64_800_000],
  ])('closes at its %s', (reason, cents, closePrice) => {
    setStops(1, 65_200_000, 64_800_000);
    expect(typesOf(price(6_500_100))).toEqual(['index_updated']);
    expect(the(price(cents), 'lever_closed')).toMatchObject({ reason, closePrice });
  });

  it('closes at its stop at the first mark that is not older than the stop', () => {
    market.exchange.wait(500);
    setStops(1, 65_000_001, null);
    expect(typesOf(report('first', 400, 6_500_100))).toEqual(['index_updated']);
    expect(typesOf(report('second', 400, 6_500_100))).toEqual(['index_updated']);
    expect(typesOf(report('third', 600, 6_500_100))).toEqual(['index_updated']);
    report('first', 600, 6_500_100);
    expect(the(report('second', 600, 6_500_100), 'lever_closed')).toMatchObject({ reason: 'take_profit' });
  });

  it('is reversed on one tick', () => {
    change('reverse_lever', 1);
    const events = price(6_510_000);

    expect(typesOf(events)).toEqual(['index_updated', 'lever_closed', 'lever_accepted', 'lever_opened']);
    expect(the(events, 'lever_opened')).toMatchObject({ position: 2, side: 'short', reverses: 1, price: 65_093_490 });
  });

  it('of another user is not found, and a closing one cannot be closed again', () => {
    expect(rejectionOf(change('close_lever', 1, bob))).toEqual({ reason: 'position_not_found' });
    change('close_lever', 1);
    expect(rejectionOf(change('close_lever', 1))).toEqual({ reason: 'order_filling' });
  });

  it('keeps money in the lever account that its margin needs', () => {
    // Equity 97 399 740 − 650 000 − 2 × 32 503 250.
    const move = (units: number) =>
      market.exchange.apply(moveToLever(alice, units, null, { from: lever, to: accountType.change }));
    expect(rejectionOf(move(40_000_000))).toEqual({
      reason: 'margin_needed',
      currency: usdt,
      transferable: 31_743_240,
    });
    expect(rejectionOf(move(64_896_491))?.reason).toBe('insufficient_balance');
    expect(typesOf(move(31_743_240))).toEqual(['transferred']);
  });

  it('keeps its margin when a credit is reversed: the rest becomes a debt', () => {
    // The mark leaves an equity of 56 749 740, which is less than twice the margin of 32 503 250.
    price(6_460_000);
    const deposit = { user: alice, accountType: lever, currency: usdt, amount: amount(20_000_000) };
    const terms = { ...deposit, source: 'deposit', n: 1 };
    market.exchange.apply({ type: 'credit_deposit', ...terms, matured: true });
    market.exchange.takeOut(alice, 900_000_000);
    const [reversed] = market.exchange.apply({ type: 'reverse_credit', ...terms });

    // 76 749 740 − 2 × 32 503 250 may leave, and the change account is empty.
    expect(reversed).toMatchObject({ type: 'credit_reversed', taken: 11_743_240, debt: 8_256_760 });
    expect(balance(alice, lever)).toEqual([73_153_250, 32_503_250]);
  });

  it('keeps its margin when a debt is paid, also one that is paid with all that an account has', () => {
    const debt = { user: alice, accountType: accountType.change, currency: usdt, amount: amount(50_000_000) };
    const terms = { ...debt, source: 'deposit', n: 1 };
    market.exchange.apply({ type: 'credit_deposit', ...terms, matured: true });
    market.exchange.takeOut(alice, 950_000_000);
    price(6_460_000);
    market.exchange.apply({ type: 'reverse_credit', ...terms });
    price(6_500_000);
    const repay = (units: number | null) => {
      const payment = {
        type: 'repay_debt',
        user: alice,
        accountType: lever,
        currency: usdt,
        requestKey: null,
      } as const;
      return market.exchange.apply({ ...payment, amount: units === null ? null : amount(units) });
    };

    // Equity 97 399 740 − 650 000 − 2 × 32 503 250.
    const kept = { reason: 'margin_needed', currency: usdt, transferable: 31_743_240 };
    expect(rejectionOf(repay(31_743_241))).toEqual(kept);
    expect(repay(null)).toMatchObject([{ type: 'debt_repaid', amount: 31_743_240, left: 18_256_760 }]);
    expect(rejectionOf(repay(null))).toEqual({ ...kept, transferable: 0 });
  });

  it('takes no money of a debtor, and none that an unmatured deposit needs, as further margin', () => {
    price(6_460_000);
    const credit = { user: alice, accountType: accountType.change, currency: usdt, amount: amount(1_000_000) };
    const terms = { ...credit, source: 'deposit', n: 1 };
    market.exchange.apply({ type: 'credit_deposit', ...terms, matured: true });
    market.exchange.takeOut(alice, 901_000_000);
    market.exchange.apply({ type: 'reverse_credit', ...terms });
    market.exchange.apply(capital(20_000_000, 5));
    const { treasury, change } = accountType;
    market.exchange.apply(capital(20_000_000, 6, { from: treasury, toUser: alice, to: change }));

    const move = (units: number) => market.exchange.apply(moveToLever(alice, units));
    expect(rejectionOf(move(1))).toEqual({ reason: 'debt_outstanding', currency: usdt, debt: 1_000_000 });
    // With more than twice its margin the account needs none of it, and a reversal could take it back.
    price(6_500_000);
    expect(typesOf(move(1))).toEqual(['transferred']);
  });

  it('is liquidated at the first mark at which the equity is down to the maintenance margin', () => {
    // 97 399 740 + 100 × (mark − 65 006 500) ≤ 16 251 625 from mark 64 195 018 on; the index has steps of 10 points.
    expect(typesOf(price(6_419_502))).toEqual(['index_updated']);
    const events = price(6_419_501);

    expect(typesOf(events)).toEqual(['index_updated', 'lever_closed', 'lever_liquidated']);
    expect(the(events, 'lever_closed')).toMatchObject({ reason: 'liquidation', profit: -81_149_000, deficit: 0 });
    // 0.5 % of 6 419 501 000 is more than what is left: 97 399 740 − 81 149 000.
    expect(the(events, 'lever_liquidated')).toMatchObject({ equity: 16_250_740, fee: 16_250_740, balance: 0 });
    expect(balance(venue, insurance)).toEqual([1_016_250_740, 0]);
  });

  it('leaves a deficit to insurance and the house when the price jumps', () => {
    const events = price(6_300_000);

    // −200 650 000 of which the account bears 97 399 740.
    expect(the(events, 'lever_closed')).toMatchObject({ deficit: 103_250_260, insured: 103_250_260, balance: 0 });
    expect(balance(venue, leverHouse)).toEqual([20_200_650_000, 0]);
    expect(balance(venue, insurance)).toEqual([896_749_740, 0]);
  });

  it('has its reserve doubled while the house has enough, and is closed otherwise', () => {
    // The profit reaches the reserve of 650 065 000 at 65 006 500 + 6 500 650.
    expect(typesOf(price(7_150_714))).toEqual(['index_updated']);
    expect(the(price(7_150_715), 'lever_reserve_raised')).toMatchObject({ position: 1, reserve: 1_300_130_000 });

    market.exchange.apply(capital(18_400_000_000, 3, { from: leverHouse, to: accountType.treasury }));
    const events = price(7_900_000);
    expect(the(events, 'lever_closed')).toMatchObject({ reason: 'deleveraging', unpaid: 0, profit: 1_399_350_000 });
  });
});

describe('a user whose trading is stopped', () => {
  const restrict = (before: 'none' | 'trading', scope: 'none' | 'trading') =>
    market.exchange.apply({ type: 'restrict_user', user: alice, before, scope, ...setup });

  it('loses orders that wait for a tick or a price, the newest first, and gets their money back', () => {
    submit({ kind: 'limit', target: 64_000_000, share: 10 });
    submit({ share: 10 });
    submit({ user: bob, share: 10 });

    expect(restrict('none', 'trading')).toMatchObject([
      { type: 'user_restricted' },
      { type: 'lever_revoked', position: 2, reason: 'restricted' },
      { type: 'lever_revoked', position: 1, reason: 'restricted', balance: 100_000_000, holds: 0 },
    ]);
    expect(balance(alice, lever)).toEqual([100_000_000, 0]);
    expect(typesOf(price(6_390_000))).toEqual(['index_updated', 'lever_opened']);
    expect(rejectionOf(submit())).toEqual({ reason: 'trading_stopped' });
  });

  it('keeps positions with their stops, and can close them', () => {
    submit();
    price(6_500_000);
    expect(typesOf(restrict('none', 'trading'))).toEqual(['user_restricted']);
    setStops(1, 65_200_000, null);
    change('close_lever', 1);
    expect(the(price(6_510_000), 'lever_closed')).toMatchObject({ reason: 'user' });
  });

  it('has a position that was to be reversed closed only', () => {
    submit();
    price(6_500_000);
    change('reverse_lever', 1);
    restrict('none', 'trading');

    expect(typesOf(price(6_510_000))).toEqual(['index_updated', 'lever_closed']);
    expect(balance(alice, lever)).toEqual([106_749_740, 0]);
  });

  it('had orders revoked at their tick if an older version stopped the user, and at once by later stops', () => {
    submit({ kind: 'limit', target: 64_000_000, share: 10 });
    market.exchange.exchange.useLogic(3);
    expect(typesOf(restrict('none', 'trading'))).toEqual(['user_restricted']);
    market.exchange.exchange.useLogic(logicVersion);
    const restarted = market.exchange.restarted();

    expect(restarted.exchange.stateHash()).toBe(market.exchange.exchange.stateHash());
    expect(the(price(6_390_000), 'lever_revoked')).toMatchObject({ reason: 'restricted' });
  });

  it('has orders of every kind revoked in bounded pieces, also after a restart', () => {
    market = new LeverMarket({ dueWorkPerCommand: 1 });
    submit({ kind: 'limit', target: 64_000_000, share: 1 });
    submit({ kind: 'limit', target: 63_000_000, share: 1 });
    market.exchange.buy(alice, 1, 50);

    expect(typesOf(restrict('none', 'trading'))).toEqual(['user_restricted', 'order_ended', 'lever_revoked']);
    market.exchange = market.exchange.restarted();
    expect(the(market.exchange.apply({ type: 'clock' }), 'lever_revoked')).toMatchObject({ position: 1 });
    expect(market.exchange.exchange.hasDueWork).toBe(false);
  });
});

describe('the house of leverage', () => {
  it('keeps its floor and its reserves when the venue moves money out of it', () => {
    submit();
    price(6_500_000);
    market.exchange.apply({ type: 'configure_margin', currency: usdt, houseFloor: amount(5_000_000_000), ...setup });
    const move = (units: number, n: number) =>
      market.exchange.apply(capital(units, n, { from: leverHouse, to: accountType.treasury }));

    // 20 000 000 000 − the reserve of 650 065 000 − the floor.
    expect(rejectionOf(move(14_349_935_001, 3))).toEqual({
      reason: 'house_floor',
      currency: usdt,
      transferable: 14_349_935_000,
    });
    expect(typesOf(move(14_349_935_000, 3))).toEqual(['venue_transferred']);
    expect(rejectionOf(move(1, 4))).toMatchObject({ reason: 'house_floor', transferable: 0 });
    expect(rejectionOf(move(5_000_000_001, 4))).toMatchObject({ reason: 'insufficient_balance' });
    expect(typesOf(market.exchange.apply(capital(1, 4, { from: accountType.external, to: leverHouse })))).toEqual([
      'venue_transferred',
    ]);
  });
});

describe('a restart', () => {
  it('changes nothing, whatever waits', () => {
    submit({ takeProfit: 66_000_000, stopLoss: 64_900_000 });
    submit({ kind: 'limit', target: 64_000_000, share: 10 });
    price(6_500_000);
    submit({ user: bob, side: 'short' });
    const restarted = market.exchange.restarted();
    const [one, other] = [market.exchange, restarted].map((each) => {
      each.wait(1000);
      return ['first', 'second', 'third'].map((source) => each.apply(tick(source, market.nowMs + 1000, 6_390_000)));
    });

    expect(one).toEqual(other);
    expect(market.exchange.exchange.stateHash()).toBe(restarted.exchange.stateHash());
  });
});
