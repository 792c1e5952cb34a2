import { beforeAll, describe, expect, it } from 'vitest';
import { Exchange } from '../exchange.ts';
import { venue } from '../identifiers.ts';
import { EventLaws } from './event-laws.ts';
import { simulate } from './simulate.ts';
import type { Event, EventNamed, EventType } from '../event.ts';
import type { UserId } from '../identifiers.ts';
import { asAmount } from '../money.ts';

type Batch = readonly [sequence: number, events: readonly Event[]];
const batches: Batch[] = [];
/** The last sequence of the first run. */
let firstEnd = 0;

beforeAll(() => {
  // Seeds whose runs consist mostly of leverage and of seconds contracts.
  for (const seed of [2, 1]) {
    const from = batches.at(-1)?.[0] ?? 0;
    firstEnd = from;
    // Positions and contracts of the second run have ids of their own.
    simulate(seed, 4_000, (sequence, events) => {
      if (seed === 2) batches.push([sequence, events]);
      else batches.push([from + sequence, events.filter(({ type }) => !type.startsWith('lever_'))]);
    });
  }
});

/** Checks the stream and returns the laws of its second run. */
function check(all: readonly Batch[]): EventLaws {
  let laws = new EventLaws();
  for (const [sequence, events] of all) {
    // Restrictions and debts of the first run do not concern the second.
    if (sequence === firstEnd + 1) laws = new EventLaws();
    laws.check(sequence, events);
  }
  return laws;
}

/** The stream with the first event of a type that fits replaced by others. */
function changed<Type extends EventType>(
  type: Type,
  replace: (event: EventNamed<Type>) => readonly Event[] | null,
): readonly Batch[] {
  const replacement = { isDone: false };
  const found = batches.map(([sequence, events]): Batch => {
    const replaced = events.flatMap((event) => {
      const others = replacement.isDone || !isOf(event, type) ? null : replace(event);
      if (others === null) return [event];
      replacement.isDone = true;
      return [...others];
    });
    return [sequence, replaced];
  });
  if (!replacement.isDone) throw new Error(`the stream has no such ${type}`);
  return found;
}

function isOf<Type extends EventType>(event: Event, type: Type): event is Extract<Event, EventNamed<Type>> {
  return event.type === type;
}

function stopped(after: 'outflow' | 'trading') {
  return (user: UserId): Event => {
    return { type: 'user_restricted', user, before: 'none', after, operator: venue, cause: 'incident' };
  };
}

function owing(user: UserId): Event {
  const debt = { user, accountType: 1, currency: 3, amount: 1, source: 'deposit', n: 1, taken: 0, debt: 1 };
  return { type: 'credit_reversed', ...debt, postings: [] } as unknown as Event;
}

describe('the laws of events', () => {
  it('hold for a simulated stream', () => {
    expect(() => check(batches)).not.toThrow();
  });

  it.each([
    ['accepted twice', () => changed('lever_accepted', (event) => [event, event]), 'accepted once'],
    ['filled without an order', () => changed('lever_accepted', () => []), 'must be ordered before it is'],
    ['closed twice', () => changed('lever_closed', (event) => [event, event]), 'must be filled before it is ended'],
    [
      'filled under other terms',
      () => changed('lever_opened', (event) => [{ ...event, share: event.share + 1 }]),
      'share of position',
    ],
    [
      'filled at a worse price than its limit',
      () =>
        changed('lever_opened', (event) =>
          event.kind === 'limit' && event.target !== null && event.side === 'long'
            ? [{ ...event, price: event.target + 1 }]
            : null,
        ),
      'must not be filled at a worse price',
    ],
    [
      'liquidated above its maintenance margin',
      () => changed('lever_liquidated', (event) => [{ ...event, equity: asAmount(event.maintenance + 1) }]),
      'must not be liquidated above',
    ],
    [
      'closed with a deficit although its account has money',
      () =>
        changed('lever_closed', (event) =>
          event.balance > 0 ? [{ ...event, deficit: event.balance, profit: asAmount(0 - event.balance) }] : null,
        ),
      'a loss that emptied its account',
    ],
    [
      'insured beyond its deficit',
      () => changed('lever_closed', (event) => [{ ...event, insured: event.margin }]),
      'insurance must not pay more',
    ],
    [
      'left unpaid beyond its profit',
      () => changed('lever_closed', (event) => (event.profit > 0 ? null : [{ ...event, unpaid: event.margin }])),
      'only a profit',
    ],
    [
      'a contract with another result than its evidence',
      () => changed('seconds_closed', (event) => (event.result === 'win' ? [{ ...event, result: 'tie' }] : null)),
      'must prove it',
    ],
  ] as const)('are broken by a position or contract that is %s', (_what, stream, message) => {
    expect(() => check(stream())).toThrow(message);
  });

  it.each([
    ['that is opened while its trading is stopped', 'lever_opened', stopped('trading'), 'must have no lever_opened'],
    ['whose money leaves during a restriction', 'held', stopped('outflow'), 'the money of a restricted person'],
    ['whose money leaves with a debt', 'held', owing, 'the money of a person with a debt'],
  ] as const)('are broken by a person %s', (_what, type, before, message) => {
    const stream = changed<'lever_opened' | 'held'>(type, (event) => [before(event.user), event]);
    expect(() => check(stream)).toThrow(message);
  });

  it('are broken by a balance without a posting', () => {
    const laws = check(batches);
    expect(() => laws.checkBalances(new Exchange())).toThrow('must add up to its balance');
  });
});
