import { describe, expect, it } from 'vitest';
import { Random } from './simulation/random.ts';
import { Timers } from './timers.ts';
import type { Timer } from './timers.ts';

const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);

function order(a: Timer, b: Timer): number {
  return a.atMs - b.atMs || a.sequence - b.sequence || (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : a.id - b.id);
}

describe(`timers (seed ${seed})`, () => {
  it('fire by time, then by the sequence of the command that set them, whatever was removed in between', () => {
    const random = new Random(seed);
    const timers = new Timers();
    let set: Timer[] = [];
    for (let id = 1; id <= 3000; id += 1) {
      const timer = { atMs: random.integer(1, 50), sequence: random.integer(1, 20), kind: random.pick(['a', 'b']), id };
      timers.add(timer);
      set.push(timer);
      const removed = random.oneIn(3) ? random.anyOf(set) : undefined;
      if (removed !== undefined) {
        expect(timers.find(removed.kind, removed.id)).toBe(removed.atMs);
        timers.remove(removed.kind, removed.id);
        set = set.filter((other) => other !== removed);
      }
      if (random.oneIn(5)) {
        set.sort(order);
        expect(timers.nextAtMs).toBe(set[0]?.atMs ?? Infinity);
        expect(timers.takeDue(50)).toEqual(set.shift() ?? null);
      }
    }
    expect(timers.count('a') + timers.count('b')).toBe(set.length);
    const fired: Timer[] = [];
    for (let timer = timers.takeDue(50); timer !== null; timer = timers.takeDue(50)) fired.push(timer);
    expect(fired).toEqual(set.toSorted(order));
    expect(timers.nextAtMs).toBe(Infinity);
  });

  it('do not fire before their time', () => {
    const timers = new Timers();
    timers.add({ atMs: 10, sequence: 1, kind: 'a', id: 1 });
    expect(timers.takeDue(9)).toBeNull();
    expect(timers.takeDue(10)?.id).toBe(1);
    expect(timers.takeDue(10)).toBeNull();
  });

  it('of the open clock are due later by the stops of the exchange, in one order with the others', () => {
    const timers = new Timers();
    timers.add({ atMs: 10, sequence: 2, kind: 'a', id: 1 }, 'open');
    timers.add({ atMs: 15, sequence: 1, kind: 'b', id: 1 });
    timers.add({ atMs: 15, sequence: 3, kind: 'b', id: 2 });
    expect(timers.nextAtMs).toBe(10);
    timers.stop(5);
    expect([timers.closedMs, timers.nextAtMs, timers.find('a', 1)]).toEqual([5, 15, 10]);
    expect(timers.takeDue(14)).toBeNull();
    expect([1, 2, 3].map(() => timers.takeDue(15)?.sequence)).toEqual([1, 2, 3]);
    timers.add({ atMs: 10, sequence: 4, kind: 'a', id: 1 }, 'open');
    timers.remove('a', 1);
    expect([timers.nextAtMs, timers.count('a')]).toEqual([Infinity, 0]);
  });

  it('allow one timer per kind and subject', () => {
    const timers = new Timers();
    timers.add({ atMs: 10, sequence: 1, kind: 'a', id: 1 });
    expect(() => {
      timers.add({ atMs: 11, sequence: 2, kind: 'a', id: 1 });
    }).toThrow('at most one timer');
    expect(() => {
      timers.remove('b', 1);
    }).toThrow('must be set');
  });
});
