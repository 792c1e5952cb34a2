import { describe, expect, it } from 'vitest';
import { advanceBook, emptyBook, isFollowed, type Book, type BookMessage } from './book.ts';
import { compareDecimals, isZero } from './decimal.ts';
import { continuationOf, positionAfter, type Position } from './position.ts';

describe('the order book of the page', () => {
  it('ignores deltas until the first snapshot', () => {
    expect(advanceBook(emptyBook, delta(5, 6, [['10', '1']], []))).toEqual({ book: emptyBook, resync: false });
  });

  it('applies deltas: inserts a row in price order, changes it, and removes it when its amount is zero', () => {
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

  it('drops a delta that arrives twice or late', () => {
    const book = follow([snapshot(4, [['10', '1']], []), delta(4, 7, [['10', '2']], [])]);
    for (const late of [delta(4, 7, [['10', '9']], []), delta(2, 4, [['10', '0']], [])]) {
      expect(advanceBook(book, late)).toEqual({ book, resync: false });
    }
  });

  it('requests one snapshot when a delta is missing, and keeps the last valid book until it arrives', () => {
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

  it('drops a snapshot that is older than the book', () => {
    const book = follow([snapshot(9, [['10', '1']], [])]);
    expect(advanceBook(book, snapshot(8, [['10', '2']], [])).book).toBe(book);
  });

  it('ignores the removal of a price that is not in the book', () => {
    const book = follow([snapshot(1, [['10', '1']], []), delta(1, 2, [['9', '0']], [['12', '0']])]);
    expect(rows(book.bids)).toEqual(['10 1']);
    expect(book.asks).toEqual([]);
  });

  for (let seed = 1; seed <= 50; seed += 1) {
    it(`only ever shows a book that the server had at that sequence, and converges with the server (seed ${seed})`, () => {
      const random = randomNumbers(seed);
      const server = startServer(random);
      const line = startLine(random);
      let book: Book = emptyBook;
      let silent = 0;
      const ask = (): void => {
        silent = 0;
        line.send(server.snapshot());
      };
      const receive = (message: BookMessage): void => {
        const before = book;
        const step = advanceBook(book, message);
        book = step.book;
        if (step.resync) ask();
        if (!isFollowed(book)) expect(textOf(book)).toBe(textOf(before));
        if (book.sequence !== null) expect(textOf(book)).toBe(server.at(book.sequence));
        const [ask0, bid0] = [book.asks[0], book.bids[0]];
        if (ask0 !== undefined && bid0 !== undefined) expect(compareDecimals(bid0.price, ask0.price)).toBe(-1);
      };
      ask();
      for (let round = 0; round < 200; round += 1) {
        line.send(server.change());
        for (const message of line.arrivals()) receive(message);
        silent = isFollowed(book) ? 0 : silent + 1;
        // The feed also requests another snapshot when one is overdue.
        if (silent > 20) ask();
        if (random() < 0.01) {
          line.cut();
          book = { ...book, sequence: null };
          ask();
        }
      }
      for (const message of line.rest()) receive(message);
      if (!isFollowed(book)) receive(server.snapshot());
      receive(server.change());
      if (!isFollowed(book)) receive(server.snapshot());
      expect(textOf(book)).toBe(server.at(server.snapshot().sequence));
    });
  }

  for (let seed = 1; seed <= 8; seed += 1) {
    it(`resumes from its last position after merged changes and after lost connections (seed ${seed})`, () => {
      const random = randomNumbers(seed);
      const server = startServer(random);
      let book = advanceBook(emptyBook, server.snapshot()).book;
      let position: Position = { run: 'a', last: null, known: book.sequence };
      /** The last sequence that the server has sent to this client. */
      let sentUpTo = book.sequence ?? 0;
      const receive = (message: BookMessage): void => {
        const step = advanceBook(book, message);
        expect(step.resync).toBe(false);
        book = step.book;
        position = positionAfter(position, { kind: 'depth', sequence: message.sequence });
        expect(textOf(book)).toBe(server.at(message.sequence));
      };
      for (let round = 0; round < 200; round += 1) {
        // A slow client is sent several changes as one message.
        for (let spared = Math.floor(random() * 4); spared > 0; spared -= 1) server.change();
        const message = random() > 0.95 ? server.snapshot() : server.since(sentUpTo);
        if (message === null) continue;
        sentUpTo = message.sequence;
        // Now and then the connection breaks, and the message being sent is lost with it.
        if (random() > 0.2) receive(message);
        else sentUpTo = continuationOf(position)?.from ?? 0;
      }
      const last = server.since(sentUpTo);
      if (last !== null) receive(last);
      expect(textOf(book)).toBe(server.at(server.snapshot().sequence));
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

function textOf({ bids, asks }: Pick<Book, 'bids' | 'asks'>): string {
  return JSON.stringify({ in: bids, out: asks });
}

/** A minimal server-side book: both sides as maps, plus the book at every past sequence. */
function startServer(random: () => number) {
  const sides = { in: new Map<string, string>(), out: new Map<string, string>() };
  const past = new Map<number, string>();
  const messages: BookMessage[] = [];
  let sequence = 10;
  let middle = 150;
  const sorted = (entries: ReadonlyMap<string, string>, direction: number): { price: string; amount: string }[] =>
    [...entries]
      .map(([price, amount]) => ({ price, amount }))
      .toSorted((a, b) => compareDecimals(a.price, b.price) * direction);
  const now = (): BookMessage['depth'] => ({ in: sorted(sides.in, -1), out: sorted(sides.out, 1) });
  past.set(sequence, JSON.stringify(now()));
  /**
   * Adds, changes and removes levels on one side of the mid price, and removes levels that the mid price has crossed.
   */
  const changeSide = (side: 'in' | 'out'): { price: string; amount: string }[] => {
    const away = side === 'in' ? -1 : 1;
    const changed = new Map<string, string>();
    for (const price of sides[side].keys()) if ((Number(price) - middle) * away <= 0) changed.set(price, '0');
    for (let count = Math.floor(random() * 4); count > 0; count -= 1) {
      const price = String(middle + away * (1 + Math.floor(random() * 20)) * 0.5);
      changed.set(price, random() < 0.4 ? '0.00' : String(1 + Math.floor(random() * 9)));
    }
    for (const [price, amount] of changed) {
      if (isZero(amount)) sides[side].delete(price);
      else sides[side].set(price, amount);
    }
    return [...changed].map(([price, amount]) => ({ price, amount }));
  };
  return {
    at: (wanted: number) => past.get(wanted),
    snapshot: (): BookMessage => ({ snapshot: true, sequence, previous_sequence: null, depth: now() }),
    change: (): BookMessage => {
      const previous = sequence;
      sequence += 1 + Math.floor(random() * 3);
      middle += Math.floor(random() * 5) - 2;
      const depth = { in: changeSide('in'), out: changeSide('out') };
      past.set(sequence, JSON.stringify(now()));
      const message = { snapshot: false, sequence, previous_sequence: previous, depth };
      messages.push(message);
      return message;
    },
    /**
     * All changes after a sequence merged into one message with the latest amount of each level; null when there are
     * none.
     */
    since: (from: number): BookMessage | null => {
      const missed = messages.filter((message) => message.sequence > from);
      if (missed.length === 0) return null;
      const newest = (side: 'in' | 'out') => {
        const rows = missed.flatMap(({ depth }) => depth[side]).map((row) => [row.price, row] as const);
        return [...new Map(rows).values()];
      };
      const depth = { in: newest('in'), out: newest('out') };
      return { snapshot: false, sequence, previous_sequence: from, depth };
    },
  };
}

/** A connection that loses, duplicates, delays and reorders messages, snapshots included. */
function startLine(random: () => number) {
  let underWay: { readonly message: BookMessage; readonly rounds: number }[] = [];
  return {
    send: (message: BookMessage): void => {
      const fate = random();
      if (fate < 0.04) return;
      const copies = fate > 0.95 ? 2 : 1;
      for (let copy = 0; copy < copies; copy += 1) {
        underWay.push({ message, rounds: random() < 0.1 ? Math.floor(random() * 6) : 0 });
      }
    },
    arrivals: (): BookMessage[] => {
      const here = underWay.filter(({ rounds }) => rounds === 0).map(({ message }) => message);
      underWay = underWay
        .filter(({ rounds }) => rounds > 0)
        .map(({ message, rounds }) => ({ message, rounds: rounds - 1 }));
      return here;
    },
    rest: (): BookMessage[] => underWay.splice(0).map(({ message }) => message),
    /** The connection breaks; every message in flight is lost. */
    cut: (): void => {
      underWay = [];
    },
  };
}

/** A small seeded generator (mulberry32), so that a failing run can be repeated. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
