import { describe, expect, it } from 'vitest';
import { Digest } from './digest.ts';
import { EventsHash, hashDeclared, hashEvents } from './event-hash.ts';
import { eventDeclarations } from './event.ts';
import { randomFields } from './simulation/random-values.ts';
import { Random } from './simulation/random.ts';
import type { ValueType } from './declaration/value-type.ts';
import type { Event, EventType } from './event.ts';

const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
const types = Object.keys(eventDeclarations).filter((type): type is EventType => type in eventDeclarations);
/** Hashed by hand-written code that relies on bounded order ids and prices; see `hash-order-events.ts`. */
const handWritten: readonly EventType[] = ['order_accepted', 'order_ended', 'traded'];

/** A random event of a type, with arbitrary values in its declared fields. */
function someEvent(type: EventType, random: Random): Event {
  const event = { type, ...randomFields(eventDeclarations[type].fields, random) };
  return (handWritten.includes(type) ? { ...event, ...bounded(random) } : event) as Event;
}

function bounded(random: Random) {
  const id = () => random.integer(1, 2 ** 30 - 1);
  return {
    market: random.integer(1, 65_535),
    price: id(),
    user: id(),
    makerUser: id(),
    takerUser: id(),
    stopPrice: random.oneIn(2) ? null : id(),
  };
}

function oneOfEach(): Event[] {
  const random = new Random(seed);
  return types.map((type) => someEvent(type, random));
}

/** Copies of the event, each with a different leaf changed. */
function variations(event: Event): Event[] {
  const fields: Readonly<Record<string, ValueType<unknown>>> = eventDeclarations[event.type].fields;
  const entries: [string, unknown][] = Object.entries(event);
  return Object.entries(fields).flatMap(([name, type]) => {
    const value = entries.find(([field]) => field === name)?.[1];
    return changed(type, value).map((other) => ({ ...event, [name]: other }));
  });
}

function changed({ shape }: ValueType<unknown>, value: unknown): unknown[] {
  switch (shape.kind) {
    case 'integer':
      return [Number(value) + (value === shape.max ? -1 : 1)];
    case 'boolean':
      return [value !== true];
    case 'text':
      return [`${String(value)}1`];
    case 'choice':
      return shape.of.filter((other) => other !== value);
    case 'nullable':
      return value === null ? [] : [null, ...changed(shape.of, value)];
    case 'list': {
      const items = value as unknown[];
      return items.flatMap((item, at) => changed(shape.of, item).map((other) => items.with(at, other)));
    }
    case 'record':
    case 'variants': {
      const fields = shape.kind === 'record' ? shape.of : {};
      const given = value as Record<string, unknown>;
      return Object.entries(fields).flatMap(([name, type]) =>
        changed(type, given[name]).map((other) => ({ ...given, [name]: other })),
      );
    }
    case 'facts':
      return typeof value === 'object' && value !== null
        ? [
            { ...value, reason: 'another' },
            { ...value, more: 1 },
          ]
        : [];
  }
}

function derived(event: Event): string {
  const digest = new Digest('');
  hashDeclared(digest, event);
  digest.settle();
  return digest.hex();
}

describe(`the running hash of events (seed ${seed})`, () => {
  it('is the same for the same events', () => {
    expect(hashEvents('', 1, 2, oneOfEach())).toBe(hashEvents('', 1, 2, oneOfEach()));
    expect(hashEvents('', 1, 2, oneOfEach())).toMatch(/^[0-9a-f]{16}$/);
  });

  it.each(types)('changes with any field of %s', (type) => {
    const random = new Random(seed);
    for (let time = 0; time < 50; time += 1) {
      const event = someEvent(type, random);
      const others = variations(event);
      const hashes = new Set([event, ...others].map((one) => hashEvents('', 1, 2, [one])));
      expect(hashes.size).toBe(others.length + 1);
    }
  });

  it.each(handWritten)('distinguishes the same %s events as the derived hash does', (type) => {
    const random = new Random(seed);
    for (let time = 0; time < 300; time += 1) {
      const event = someEvent(type, random);
      const copy = Object.fromEntries(Object.entries(event).toReversed()) as unknown as Event;
      expect(hashEvents('', 1, 2, [copy])).toBe(hashEvents('', 1, 2, [event]));
      expect(derived(copy)).toBe(derived(event));
      for (const other of variations(event)) {
        expect(hashEvents('', 1, 2, [other]) === hashEvents('', 1, 2, [event])).toBe(derived(other) === derived(event));
      }
    }
  });

  it('differs between types of events with the same fields', () => {
    const random = new Random(seed);
    const areAlike = (one: EventType, other: EventType): boolean => {
      const [fields, others] = [one, other].map((type) => Object.entries<unknown>(eventDeclarations[type].fields));
      return (
        fields?.length === others?.length && fields?.flat().every((part, at) => part === others?.flat()[at]) === true
      );
    };
    const alike = types.filter((type) => types.some((other) => other !== type && areAlike(type, other)));
    expect(alike).toContain('held');
    for (const type of alike) {
      const event = someEvent(type, random);
      const others = alike.filter((other) => areAlike(type, other));
      const hashes = new Set(others.map((other) => hashEvents('', 1, 2, [{ ...event, type: other } as Event])));
      expect(hashes.size).toBe(others.length);
    }
  });

  it('changes with any event, the sequence, the time or the previous hash', () => {
    const events = oneOfEach();
    const hashes = [
      hashEvents('', 1, 2, events),
      hashEvents('', 2, 2, events),
      hashEvents('', 1, 3, events),
      hashEvents('', 1, 2, events.slice(1)),
      hashEvents('', 1, 2, events.toReversed()),
      hashEvents('', 1, 2, []),
      hashEvents('0123456789abcdef', 1, 2, events),
      hashEvents('0123456789abcdee', 1, 2, events),
      hashEvents('1123456789abcdef', 1, 2, events),
    ];

    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('is the same whether commands are added one by one or through one `EventsHash`', () => {
    const events = oneOfEach();
    const hash = new EventsHash('');
    hash.add(1, 5, events);
    hash.add(2, 6, []);

    expect(hash.hex()).toBe(hashEvents(hashEvents('', 1, 5, events), 2, 6, []));
  });
});
