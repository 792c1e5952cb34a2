import { describe, expect, it } from 'vitest';
import { simulate } from '../../simulation/simulate.ts';
import type { Event, EventNamed } from '../../event.ts';
import { AgentLaws } from './agent-laws.ts';

type Paid = EventNamed<'commission_paid'>;

/** The batches of a real run in which a quarter of the commands are those of agents. */
const batches: { readonly timeMs: number; readonly events: readonly Event[] }[] = [];
simulate(40, 3000, (_sequence, events, timeMs) => batches.push({ timeMs, events }));

/** Checks the run with a change of the first payment that has an amount. */
function checkWith(change: (event: Paid) => readonly Event[]): void {
  const laws = new AgentLaws();
  let isChanged = false;
  for (const { events, timeMs } of batches) {
    const changed = events.flatMap((event): readonly Event[] => {
      if (isChanged || event.type !== 'commission_paid' || event.amount < 2) return [event];
      isChanged = true;
      return change(event);
    });
    laws.check(timeMs, changed);
  }
  expect(isChanged).toBe(true);
}

describe('the laws of commission', () => {
  it('hold in a real run', () => {
    expect(() => checkWith((event) => [event])).not.toThrow();
  });

  it.each<[string, (event: Paid) => readonly Event[]]>([
    ['a payment must be made once', (event) => [event, event]],
    ['a payment must follow its day', (event) => [{ ...event, day: event.day + 10_000 }]],
    ['a payment must be for the fees of its day', (event) => [{ ...event, fees: plus(event.fees, 1) }]],
    ['earnings must be the share of all fees', (event) => [{ ...event, earned: plus(event.earned, 1) }]],
    ['no more than was earned must be paid', (event) => [{ ...event, amount: plus(event.earned, 1) }]],
    ['a payment must move its amount', (event) => [{ ...event, postings: [] }]],
    ['a fraction must be carried', (event) => [{ ...event, carry: event.carry + 1 }]],
  ])('reveal a broken one: %s', (law, change) => {
    expect(() => checkWith(change)).toThrow(law);
  });
});

function plus(amount: Paid['amount'], more: number): Paid['amount'] {
  return (amount + more) as Paid['amount'];
}
