import { beforeAll, describe, expect, it } from 'vitest';
import { venue } from '../../identifiers.ts';
import { asAmount } from '../../money.ts';
import { simulate } from '../../simulation/simulate.ts';
import { EscrowLaws } from './escrow-laws.ts';
import type { Event, EventNamed, EventType } from '../../event.ts';

interface Step {
  readonly timeMs: number;
  readonly events: readonly Event[];
}

const steps: Step[] = [];

beforeAll(() => {
  simulate(6, 2000, (_sequence, events, timeMs) => {
    steps.push({ timeMs, events });
  });
});

function check(all: readonly Step[]): void {
  const laws = new EscrowLaws();
  for (const { timeMs, events } of all) laws.check(timeMs, events);
}

/** The stream with the first event of a type that fits replaced by others. */
function changed<Type extends EventType>(
  type: Type,
  replace: (event: EventNamed<Type>) => readonly Event[] | null,
): readonly Step[] {
  const replacement = { isDone: false };
  const found = steps.map(({ timeMs, events }): Step => {
    const replaced = events.flatMap((event) => {
      const others = replacement.isDone || !isOf(event, type) ? null : replace(event);
      if (others === null) return [event];
      replacement.isDone = true;
      return [...others];
    });
    return { timeMs, events: replaced };
  });
  if (!replacement.isDone) throw new Error(`the stream has no such ${type}`);
  return found;
}

function first<Type extends EventType>(type: Type, fits: (event: EventNamed<Type>) => boolean): EventNamed<Type> {
  for (const { events } of steps) for (const event of events) if (isOf(event, type) && fits(event)) return event;
  throw new Error(`the stream has no such ${type}`);
}

function isOf<Type extends EventType>(event: Event, type: Type): event is Extract<Event, EventNamed<Type>> {
  return event.type === type;
}

function frozen(user: EventNamed<'user_restricted'>['user']): Event {
  return { type: 'user_restricted', user, before: 'none', after: 'outflow', operator: venue, cause: 'incident' };
}

describe('the laws of escrows', () => {
  it('hold for a simulated stream', () => {
    expect(() => {
      check(steps);
    }).not.toThrow();
  });

  it.each([
    ['that opens twice', () => changed('escrow_opened', (event) => [event, event]), 'must open once'],
    ['that ends twice', () => changed('escrow_released', (event) => [event, event]), 'end once'],
    ['that never opened', () => changed('escrow_opened', () => []), 'must be open to move'],
    [
      'whose amount changes',
      () => changed('escrow_paid', (event) => [{ ...event, amount: asAmount(event.amount + 1) }]),
      'must stay as they were',
    ],
    [
      'that the buyer releases',
      () =>
        changed('escrow_released', (event) => (event.reason === 'released' ? [{ ...event, by: event.buyer }] : null)),
      'must not move escrow',
    ],
    [
      'that the seller cancels',
      () =>
        changed('escrow_returned', (event) => (event.reason === 'cancelled' ? [{ ...event, by: event.seller }] : null)),
      'must not move escrow',
    ],
    [
      'that is conceded by the winner',
      () =>
        changed('escrow_returned', (event) => (event.reason === 'conceded' ? [{ ...event, by: event.seller }] : null)),
      'in favour of the other',
    ],
    ['that is resolved without a decision', () => changed('escrow_resolved', () => []), 'must have decided'],
    ['that is held without an order', () => changed('escrow_hold_ordered', () => []), 'must have decided'],
    [
      'about which a decision has no effect',
      () => changed('escrow_returned', (event) => (event.reason === 'resolved' ? [] : null)),
      'must take effect',
    ],
    [
      'that times out although it is appealed',
      () =>
        changed('escrow_appealed', (event) => {
          const returned = { ...event, reason: 'timeout', by: null, counts: true, left: null, postings: [] };
          return [event, { ...returned, type: 'escrow_returned' } as unknown as Event];
        }),
      'must not end as timeout when appealed',
    ],
    [
      'whose window is shorter than it said',
      () => changed('escrow_delayed', (event) => [{ ...event, dueAtMs: event.dueAtMs - 86_400_000 }, event]),
      /window/,
    ],
    [
      'whose stop lengthens nothing',
      () => changed('escrow_windows_moved', (event) => [{ ...event, byMs: 0 }]),
      /window/,
    ],
    [
      'whose appeal another user withdraws',
      () => changed('escrow_appeal_withdrawn', (event) => [{ ...event, by: venue }]),
      'only the user who appealed',
    ],
    [
      'whose fee is rounded down',
      () => {
        const { n } = first('escrow_released', ({ fee }) => fee > 0);
        return changed('escrow_opened', (event) => (event.n === n ? [{ ...event, feePpm: 0 }] : null));
      },
      'the fee must be that of the terms',
    ],
    ['whose coins mature early', () => changed('coins_matured', (event) => [event, event]), 'mature once'],
  ] as const)('are broken by one %s', (_what, stream, message) => {
    expect(() => {
      check(stream());
    }).toThrow(message);
  });

  it.each([
    [
      'that has more than its changes',
      () => changed('offer_drained', (event) => [{ ...event, left: asAmount(event.left + 1) }]),
      'the sum of its changes',
    ],
    ['that was never funded', () => changed('offer_funded', () => []), 'the sum of its changes'],
    ['of a frozen user', () => changed('offer_funded', (event) => [frozen(event.user), event]), 'must not fund'],
  ] as const)('are broken by an offer %s', (_what, stream, message) => {
    expect(() => {
      check(stream());
    }).toThrow(message);
  });

  it('are broken by an escrow with a frozen user', () => {
    const parties = ['seller', 'buyer'] as const;
    for (const party of parties) {
      const stream = changed('escrow_opened', (event) => [frozen(event[party]), event]);
      expect(() => {
        check(stream);
      }).toThrow('must not open with a frozen user');
    }
  });
});
