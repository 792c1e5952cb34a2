import { describe, expect, it } from 'vitest';
import { allActions, EscrowBench, hash, hour, minute, reasonOf, buyer, other, seller } from './testing/orders.ts';
import type { Event } from '../event.ts';
import type { UserId } from '../identifiers.ts';
import type { Action } from './testing/orders.ts';

type Actor = 'seller' | 'buyer' | 'stranger';
const users: Readonly<Record<Actor, UserId>> = { seller, buyer, stranger: other };

/** States of an escrow whose maker is the seller, and how they are reached. */
const states = {
  created: () => opened(),
  paid: () => paid(),
  'paid for 10 minutes': () => after(paid(), 10 * minute),
  delayed: () => after(paid(), hour),
  'appealed by the buyer': () => acted(after(paid(), 10 * minute), 'appeal', buyer),
  'appealed by the seller': () => acted(after(paid(), 10 * minute), 'appeal', seller),
  'marked abnormal': () => acted(paid(), 'mark_abnormal', seller),
  'appealed by time': () => after(paid(), 2 * hour),
  'held by an operator': () => {
    const bench = paid();
    bench.hold();
    return bench;
  },
  cancelled: () => acted(opened(), 'cancel', buyer),
  'timed out': () => after(opened(), 15 * minute),
  released: () => acted(paid(), 'release', seller),
  refunded: () => acted(paid(), 'concede', buyer),
} satisfies Record<string, () => EscrowBench>;
type State = keyof typeof states;
const appeals: readonly State[] = [
  ...(['appealed by the buyer', 'appealed by the seller', 'marked abnormal', 'appealed by time'] as const),
  'held by an operator',
];
const waiting: readonly State[] = ['paid', 'paid for 10 minutes', 'delayed'];
const ended: readonly State[] = ['cancelled', 'timed out', 'released', 'refunded'];

/** The rows of the table of transitions: who may do it, and where, and the state afterwards. */
const rows: readonly (readonly [Action, Actor, readonly State[], string | null])[] = [
  ['pay', 'buyer', ['created'], 'paid'],
  ['cancel', 'buyer', ['created'], null],
  ['ask_cancel', 'seller', ['created'], 'created'],
  ['release', 'seller', ['created', ...waiting], null],
  ['concede', 'buyer', [...waiting, ...appeals], null],
  ['concede', 'seller', appeals, null],
  ['appeal', 'buyer', ['paid for 10 minutes', 'delayed'], 'appealed'],
  ['appeal', 'seller', ['paid for 10 minutes', 'delayed'], 'appealed'],
  ['mark_abnormal', 'seller', waiting, 'appealed'],
  ['withdraw_appeal', 'buyer', ['appealed by the buyer'], 'paid'],
  ['withdraw_appeal', 'seller', ['appealed by the seller', 'marked abnormal'], 'paid'],
];

const cells = allActions.flatMap((action) =>
  (Object.keys(users) as Actor[]).flatMap((actor) =>
    (Object.keys(states) as State[]).map((state) => {
      const row = rows.find(([what, who, where]) => what === action && who === actor && where.includes(state));
      return { action, actor, state, row: row ?? null };
    }),
  ),
);

function opened(): EscrowBench {
  const bench = new EscrowBench();
  bench.fund();
  bench.open();
  return bench;
}

function paid(): EscrowBench {
  return acted(opened(), 'pay', buyer);
}

function acted(bench: EscrowBench, action: Action, user: UserId): EscrowBench {
  bench.act(action, user);
  return bench;
}

/** The bench after open time; one long gap would be a stop, so the gaps are the longest that are none. */
function after(bench: EscrowBench, ms: number): EscrowBench {
  bench.pass(ms);
  return bench;
}

/** Everything that a refused command must not change. */
function contentsOf({ tested: { exchange } }: EscrowBench): string[] {
  return [...exchange.snapshot()].slice(1, -1);
}

function refusal(action: Action, actor: Actor, state: State): string {
  if (ended.includes(state)) return 'escrow_ended';
  if (actor === 'stranger') return 'escrow_unknown';
  const isSellers = ['ask_cancel', 'release', 'mark_abnormal'].includes(action);
  const isBuyers = ['pay', 'cancel'].includes(action);
  if ((isSellers && actor === 'buyer') || (isBuyers && actor === 'seller')) return 'escrow_party_wrong';
  if (action === 'withdraw_appeal' && appeals.includes(state)) return 'escrow_party_wrong';
  if (action === 'concede' && actor === 'seller' && waiting.includes(state)) return 'escrow_party_wrong';
  return action === 'appeal' && state === 'paid' ? 'appeal_early' : 'escrow_state';
}

describe('a command about an escrow', () => {
  it.each(cells.filter(({ row }) => row !== null))('$action by the $actor is a row for: $state', (cell) => {
    const bench = states[cell.state]();
    expect(reasonOf(bench.act(cell.action, users[cell.actor]))).toBeNull();
    expect(bench.step()).toBe(cell.row?.[3]);
  });

  it.each(cells.filter(({ row }) => row === null))('$action by the $actor is no row for: $state', (cell) => {
    const bench = states[cell.state]();
    const before = contentsOf(bench);
    const events = bench.act(cell.action, users[cell.actor]);
    expect(reasonOf(events)).toBe(refusal(cell.action, cell.actor, cell.state));
    expect(contentsOf(bench)).toEqual(before);
  });
});

describe('a decision of an operator', () => {
  it.each(Object.keys(states) as State[])('holds an escrow in the states of its row only: %s', (state) => {
    const bench = states[state]();
    const isRow = waiting.includes(state);
    const reason = isRow ? null : ended.includes(state) ? 'escrow_ended' : 'escrow_state';
    expect(reasonOf(bench.hold())).toBe(reason);
    if (isRow) expect(bench.step()).toBe('appealed');
  });

  it.each(Object.keys(states) as State[])('resolves an escrow in the states of its row only: %s', (state) => {
    const isRow = appeals.includes(state);
    const reason = isRow ? null : ended.includes(state) ? 'escrow_ended' : 'escrow_state';
    for (const resolution of ['release', 'refund'] as const) {
      const bench = states[state]();
      const events = bench.resolve(resolution);
      expect(reasonOf(events)).toBe(reason);
      if (isRow) expect(endsOf(events)).toEqual([resolution === 'release' ? 'escrow_released' : 'escrow_returned']);
    }
  });

  it('needs a valid operator and a known escrow', () => {
    const bench = paid();
    for (const operator of [-1, 0.5, 2 ** 30]) {
      expect(reasonOf(bench.hold(1, { operator }))).toBe('operator_invalid');
      expect(reasonOf(bench.resolve('refund', 1, { operator }))).toBe('operator_invalid');
    }
    for (const n of [2, 0, -1, 0.5, 2 ** 53]) {
      expect(reasonOf(bench.hold(n))).toBe('escrow_unknown');
      expect(reasonOf(bench.resolve('refund', n))).toBe('escrow_unknown');
    }
  });
});

describe('reopening', () => {
  it.each(Object.keys(states) as State[])('is a row of cancelled escrows only: %s', (state) => {
    const bench = states[state]();
    const isRow = state === 'cancelled' || state === 'timed out';
    expect(reasonOf(bench.reopen())).toBe(isRow ? null : ended.includes(state) ? 'escrow_ended' : 'escrow_state');
    expect(bench.step(100)).toBe(isRow ? 'paid' : null);
  });

  it('belongs to the seller', () => {
    const bench = states.cancelled();
    expect(reasonOf(bench.reopen(1, 100, { user: buyer }))).toBe('escrow_party_wrong');
    expect(reasonOf(bench.reopen(1, 100, { user: other }))).toBe('escrow_unknown');
    expect(reasonOf(bench.reopen(2))).toBe('escrow_unknown');
  });
});

describe('a command about an unknown escrow', () => {
  it.each(allActions)('is refused: %s', (action) => {
    const bench = opened();
    for (const n of [2, 0, -1, 0.5, 1.5, 2 ** 53, Number.MAX_SAFE_INTEGER]) {
      for (const user of [seller, buyer]) expect(reasonOf(bench.act(action, user, n))).toBe('escrow_unknown');
    }
  });
});

describe('a maker who buys', () => {
  it('marks an escrow abnormal instead of the seller', () => {
    const bench = new EscrowBench();
    bench.sell();
    bench.act('pay', buyer);
    expect(reasonOf(bench.act('mark_abnormal', seller))).toBe('escrow_party_wrong');
    expect(reasonOf(bench.act('mark_abnormal', buyer))).toBeNull();
    expect(reasonOf(bench.act('withdraw_appeal', seller))).toBe('escrow_party_wrong');
    expect(reasonOf(bench.act('withdraw_appeal', buyer))).toBeNull();
  });
});

describe('the voucher of a payment', () => {
  it('is a SHA-256', () => {
    const bench = opened();
    for (const voucher of ['', 'a1', hash.toUpperCase(), `${hash}0`, hash.replace('a', 'g')]) {
      const invalid = { reason: 'escrow_terms_invalid', field: 'voucher' };
      expect(bench.act('pay', buyer, 1, { voucher })).toMatchObject([{ rejection: invalid }]);
      expect(bench.reopen(1, 100, { voucher })).toMatchObject([{ rejection: invalid }]);
    }
  });
});

function endsOf(events: readonly Event[]): string[] {
  return events.flatMap(({ type }) => (type === 'escrow_released' || type === 'escrow_returned' ? [type] : []));
}
