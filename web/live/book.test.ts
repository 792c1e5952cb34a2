import { describe, expect, it } from 'vitest';
import { advanceBook, emptyBook, type Book, type BookMessage } from './book.ts';
import { compareDecimals, isZero } from './decimal.ts';

describe('an order book on the page', () => {
  it('knows nothing before a snapshot, and ignores deltas until then', () => {
    expect(advanceBook(emptyBook, delta(5, 6, [['10', '1']], []))).toEqual({ book: emptyBook, resync: false });
  });

  it('follows deltas: a row is added in price order, changed, and removed by zero', () => {
    const after = follow([
      snapshot(
        1,
        [
          ['10', '1'],
          ['9', '1'],
        ],
        [
          ['11', '1'],
          ['12', '2'],
        ],
      ),
      delta(1, 2, [['9.5', '3']], [['11.5', '4']]),
      delta(2, 3, [['10.00', '0']], [['12', '5']]),
    ]);
    expect(rows(after.bids)).toEqual(['9.5 3', '9 1']);
    expect(rows(after.asks)).toEqual(['11 1', '11.5 4', '12 5']);
    expect(after.sequence).toBe(3);
  });

  it('drops a delta that comes twice or late', () => {
    const book = follow([snapshot(4, [['10', '1']], []), delta(4, 7, [['10', '2']], [])]);
    for (const late of [delta(4, 7, [['10', '9']], []), delta(2, 4, [['10', '0']], [])]) {
      expect(advanceBook(book, late)).toEqual({ book, resync: false });
    }
  });

  it('asks for a snapshot once when a delta is missing, and keeps the last good book meanwhile', () => {
    const book = follow([snapshot(1, [['10', '1']], [])]);
    const gap = advanceBook(book, delta(2, 3, [['10', '5']], []));
    expect(gap.resync).toBe(true);
    expect(rows(gap.book.bids)).toEqual(['10 1']);
    const next = advanceBook(gap.book, delta(3, 4, [['10', '6']], []));
    expect(next.resync).toBe(false);
    expect(rows(next.book.bids)).toEqual(['10 1']);
    const healed = advanceBook(next.book, snapshot(4, [['10', '6']], []));
    expect(healed.book).toMatchObject({ broken: false, sequence: 4 });
  });

  it('drops a snapshot that is older than what it shows', () => {
    const book = follow([snapshot(9, [['10', '1']], [])]);
    expect(advanceBook(book, snapshot(8, [['10', '2']], [])).book).toBe(book);
  });

  it('removing a price that is not there changes nothing', () => {
    const book = follow([snapshot(1, [['10', '1']], []), delta(1, 2, [['9', '0']], [['12', '0']])]);
    expect(rows(book.bids)).toEqual(['10 1']);
    expect(book.asks).toEqual([]);
  });

  for (let seed = 1; seed <= 60; seed += 1) {
    it(`equals the server's book after dropped, doubled and reordered messages (seed ${seed})`, () => {
      const random = randomNumbers(seed);
      const truth = { bids: new Map<string, string>(), asks: new Map<string, string>() };
      let sequence = 10;
      let book: Book = emptyBook;
      let wantsSnapshot = true;
      const receive = (message: BookMessage): void => {
        const step = advanceBook(book, message);
        book = step.book;
        if (step.resync) wantsSnapshot = true;
      };
      const held: BookMessage[] = [];
      for (let round = 0; round < 300; round += 1) {
        if (wantsSnapshot) {
          wantsSnapshot = false;
          receive({ snapshot: true, sequence, previous_sequence: null, depth: sidesOf(truth) });
        }
        const previous = sequence;
        sequence += 1 + Math.floor(random() * 3);
        const change = { in: changes(truth.bids, random, 100), out: changes(truth.asks, random, 200) };
        const message = { snapshot: false, sequence, previous_sequence: previous, depth: change };
        const fate = random();
        if (fate < 0.05) continue;
        if (fate < 0.1) held.push(message);
        else receive(message);
        if (fate > 0.9) receive(message);
        if (fate > 0.85) for (const late of held.splice(0)) receive(late);
      }
      receive({ snapshot: false, sequence: sequence + 1, previous_sequence: sequence, depth: { in: [], out: [] } });
      if (book.broken || wantsSnapshot) {
        receive({ snapshot: true, sequence: sequence + 1, previous_sequence: null, depth: sidesOf(truth) });
      }
      expect({ in: book.bids, out: book.asks }).toEqual(sidesOf(truth));
    });
  }
});

type Row = readonly [price: string, amount: string];

function side(given: readonly Row[]): { price: string; amount: string }[] {
  return given.map(([price, amount]) => ({ price, amount }));
}

function snapshot(sequence: number, bids: readonly Row[], asks: readonly Row[]): BookMessage {
  return { snapshot: true, sequence, previous_sequence: null, depth: { in: side(bids), out: side(asks) } };
}

function delta(previous: number, sequence: number, bids: readonly Row[], asks: readonly Row[]): BookMessage {
  return { snapshot: false, sequence, previous_sequence: previous, depth: { in: side(bids), out: side(asks) } };
}

function follow(messages: readonly BookMessage[]): Book {
  return messages.reduce((book, message) => {
    const step = advanceBook(book, message);
    expect(step.resync).toBe(false);
    return step.book;
  }, emptyBook);
}

function rows(given: Book['bids']): string[] {
  return given.map(({ price, amount }) => `${price} ${amount}`);
}

function changes(truth: Map<string, string>, random: () => number, base: number): { price: string; amount: string }[] {
  const count = Math.floor(random() * 4);
  const byPrice = new Map<string, string>();
  for (let index = 0; index < count; index += 1) {
    const price = String(base + Math.floor(random() * 20) / 2);
    byPrice.set(price, random() < 0.4 ? '0' : String(1 + Math.floor(random() * 9)));
  }
  for (const [price, amount] of byPrice) {
    if (isZero(amount)) truth.delete(price);
    else truth.set(price, amount);
  }
  return [...byPrice].map(([price, amount]) => ({ price, amount }));
}

function sidesOf(truth: { bids: Map<string, string>; asks: Map<string, string> }): BookMessage['depth'] {
  const sorted = (entries: Map<string, string>, direction: number): { price: string; amount: string }[] =>
    [...entries]
      .map(([price, amount]) => ({ price, amount }))
      .toSorted((a, b) => compareDecimals(a.price, b.price) * direction);
  return { in: sorted(truth.bids, -1), out: sorted(truth.asks, 1) };
}

/** A small generator with a seed (mulberry32), so that a failing run can be repeated. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
