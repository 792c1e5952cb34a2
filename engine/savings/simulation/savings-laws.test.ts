import { beforeAll, describe, expect, it } from 'vitest';
import { accountType } from '../../ledger/account.ts';
import { amount } from '../../money.ts';
import { capital } from '../../testing/movements.ts';
import { alice, bob, openExchange, setup, usdt } from '../../testing/test-exchange.ts';
import { SavingsLaws } from './savings-laws.ts';
import type { Event, EventNamed, EventType } from '../../event.ts';
import type { ConfigureSavingsProduct, DepositId, SavingsProductId } from '../commands.ts';

interface Step {
  readonly timeMs: number;
  readonly hasDueWork: boolean;
  readonly events: readonly Event[];
}

const dayMs = 86_400_000;
const product = 1 as SavingsProductId;
const terms: ConfigureSavingsProduct = {
  type: 'configure_savings_product',
  product,
  currency: usdt,
  amount: amount(1_000_000_000),
  days: 30,
  ratePpm: 50_000,
  quota: 2,
  userQuota: 1,
  state: 'open',
  ...setup,
};

/** Alice's deposit matures; Bob redeems one after two days, and locks another. */
const steps: Step[] = [];

beforeAll(() => {
  const tested = openExchange();
  const note = (events: readonly Event[]): void => {
    const { hasDueWork, timeMs } = tested.exchange;
    steps.push({ timeMs, hasDueWork, events });
  };
  const lock = (user: typeof alice): void => {
    note(tested.apply({ type: 'lock_savings', user, product, version: null, requestKey: null }));
  };
  for (const user of [alice, bob]) tested.fund(user, usdt, 5_000_000_000);
  tested.apply(capital(100_000_000, 1, { to: accountType.savingsHouse }));
  note(tested.apply(terms));
  lock(alice);
  lock(bob);
  tested.wait(2 * dayMs);
  note(tested.apply({ type: 'redeem_savings', user: bob, deposit: 2 as DepositId, requestKey: null }));
  lock(bob);
  tested.wait(29 * dayMs);
  note(tested.apply({ type: 'clock' }));
});

function check(all: readonly Step[]): void {
  const laws = new SavingsLaws();
  for (const step of all) laws.check(step, step.events);
}

/** The steps with the first event of a type replaced by others. */
function changed<Type extends EventType>(
  type: Type,
  replace: (event: EventNamed<Type>) => readonly object[],
): readonly Step[] {
  let isDone = false;
  const found = steps.map((step) => ({
    ...step,
    events: step.events.flatMap((event) => {
      if (isDone || event.type !== type) return [event];
      isDone = true;
      return replace(event as EventNamed<Type>) as readonly Event[];
    }),
  }));
  expect(isDone).toBe(true);
  return found;
}

/** The steps with another time of those that have an event of a type. */
function moved(type: EventType, byMs: number): readonly Step[] {
  return steps.map((step) => {
    const isFound = step.events.some((event) => event.type === type);
    return isFound ? { ...step, timeMs: step.timeMs + byMs } : step;
  });
}

describe('the laws of deposits', () => {
  it('hold for deposits that mature and are redeemed', () => {
    const types = steps.flatMap(({ events }) => events.map(({ type }) => type));
    expect(types).toContain('savings_matured');
    expect(types).toContain('savings_redeemed');
    expect(() => {
      check(steps);
    }).not.toThrow();
  });

  it.each([
    ['is of no product', () => changed('savings_product_configured', () => []), 'of an open product'],
    ['is locked twice', () => changed('savings_locked', (event) => [event, event]), 'locked once'],
    [
      'exceeds the quota of its product',
      () => changed('savings_product_configured', (event) => [{ ...event, after: { ...event.after, quota: 1 } }]),
      'quota of a product',
    ],
    [
      'exceeds the quota of its user',
      () => changed('savings_product_configured', (event) => [{ ...event, after: { ...event.after, userQuota: 0 } }]),
      'quota of a user',
    ],
    [
      'has another rate than its product',
      () => changed('savings_locked', (event) => [{ ...event, ratePpm: event.ratePpm + 1 }]),
      'terms of its product',
    ],
    [
      'promises more interest than its days',
      () => changed('savings_locked', (event) => [{ ...event, interest: event.interest + 1 }]),
      'add up to that of the term',
    ],
    [
      'starts within a day',
      () => changed('savings_locked', (event) => [{ ...event, startsAtMs: event.startsAtMs + 1 }]),
      'whole days from midnight',
    ],
    ['ends twice', () => changed('savings_matured', (event) => [event, event]), 'end once'],
    [
      'ends under other terms',
      () => changed('savings_matured', (event) => [{ ...event, days: 31 }]),
      'as it was locked',
    ],
    ['is redeemed early', () => moved('savings_redeemed', -dayMs - 1), 'not end early'],
    ['matures early', () => moved('savings_matured', -3 * dayMs), 'not end early'],
    ['is redeemed after its term', () => moved('savings_redeemed', 40 * dayMs), 'must earn its interest'],
    ['pays no interest', () => changed('savings_matured', (event) => [{ ...event, postings: [] }]), 'paid at maturity'],
    ['runs on after its term', () => changed('savings_matured', () => []), 'beyond its term'],
  ])('notice a deposit that %s', (_, stream, law) => {
    expect(() => {
      check(stream());
    }).toThrow(law);
  });
});
