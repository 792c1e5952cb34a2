import { describe, expect, it } from 'vitest';
import { simulate } from '../../simulation/simulate.ts';
import type { Event, EventNamed } from '../../event.ts';
import { AgentLaws } from './agent-laws.ts';

type Paid = EventNamed<'commission_paid'>;
type Attached = EventNamed<'agent_attached'>;
type Detached = EventNamed<'agent_detached'>;

/** The batches of a real run in which a quarter of the commands are those of agents. */
const batches: { readonly timeMs: number; readonly events: readonly Event[] }[] = [];
simulate(40, 3000, (_sequence, events, timeMs) => batches.push({ timeMs, events }));

/** Checks the run with a change of the first event that fits. */
function checkWith<Type extends Event>(
  fits: (event: Event) => event is Type,
  change: (event: Type) => readonly Event[],
): void {
  const laws = new AgentLaws();
  let isChanged = false;
  for (const { events, timeMs } of batches) {
    const changed = events.flatMap((event): readonly Event[] => {
      if (isChanged || !fits(event)) return [event];
      isChanged = true;
      return change(event);
    });
    laws.check(timeMs, changed);
  }
  expect(isChanged).toBe(true);
}

const isPaid = (event: Event): event is Paid => event.type === 'commission_paid' && event.amount >= 2;
const isAttached = (event: Event): event is Attached => event.type === 'agent_attached';
const isDetached = (event: Event): event is Detached => event.type === 'agent_detached';

describe('the laws of commission', () => {
  it('hold in a real run', () => {
    expect(() => checkWith(isPaid, (event) => [event])).not.toThrow();
  });

  it.each<[string, (event: Paid) => readonly Event[]]>([
    ['a payment must be made once', (event) => [event, event]],
    ['a payment must follow its day', (event) => [{ ...event, day: event.day + 10_000 }]],
    ['a payment must be for the fees of its day', (event) => [{ ...event, fees: plus(event.fees, 1) }]],
    ['earnings must be the share of all fees', (event) => [{ ...event, earned: plus(event.earned, 1) }]],
    ['no more than was earned must be paid', (event) => [{ ...event, amount: plus(event.earned, 1) }]],
    ['a payment must move its amount', (event) => [{ ...event, postings: [] }]],
    ['a fraction must be carried', (event) => [{ ...event, carry: event.carry + 1 }]],
  ])('reveal a broken one of payments: %s', (law, change) => {
    expect(() => checkWith(isPaid, change)).toThrow(law);
  });

  it.each<[string, (event: Attached) => readonly Event[]]>([
    ['a user must have one agent at a time', (event) => [event, { ...event, attachment: next(event) }]],
    ['an agent must be another user', (event) => [{ ...event, agent: event.user }]],
  ])('reveal a broken one of attachments: %s', (law, change) => {
    expect(() => checkWith(isAttached, change)).toThrow(law);
  });

  it.each<[string, (event: Detached) => readonly Event[]]>([
    ['an attachment that ends must be open', (event) => [event, event]],
    [
      'an attachment whose commission is dropped must have ended',
      (event) => [{ ...event, type: 'commission_dropped' }, event],
    ],
  ])('reveal a broken one of its end: %s', (law, change) => {
    expect(() => checkWith(isDetached, change)).toThrow(law);
  });
});

function next({ attachment }: Attached): Attached['attachment'] {
  return (attachment + 10_000) as Attached['attachment'];
}

function plus(amount: Paid['amount'], more: number): Paid['amount'] {
  return (amount + more) as Paid['amount'];
}
