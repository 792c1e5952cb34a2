import { hashFields } from './declaration/value-type.ts';
import { Digest } from './digest.ts';
import { eventDeclarations } from './event.ts';
import { hashOrderAccepted, hashOrderEnded, hashTraded } from './spot/hash-order-events.ts';
import type { ValueType } from './declaration/value-type.ts';
import type { Event } from './event.ts';

/**
 * The running hash of a journal's events, as 16 hex digits: `previous` is the hash before this command, '' for the
 * first. It covers every field of every event. For many consecutive commands `EventsHash` computes the same hash
 * without the intermediate texts.
 */
export function hashEvents(previous: string, sequence: number, timeMs: number, events: readonly Event[]): string {
  const hash = new EventsHash(previous);
  hash.add(sequence, timeMs, events);
  return hash.hex();
}

/** A running hash of events across commands. */
export class EventsHash {
  private readonly digest: Digest;

  /** Continues from a result of `hex` or `hashEvents`, or starts a journal with ''. */
  constructor(previous: string) {
    this.digest = new Digest(previous);
  }

  /** Adds the events of one command. */
  add(sequence: number, timeMs: number, events: readonly Event[]): void {
    const { digest } = this;
    digest.number(sequence);
    digest.number(timeMs);
    digest.number(events.length);
    for (const event of events) hashEvent(digest, event);
    digest.settle();
  }

  /** The hash so far, as 16 hex digits. */
  hex(): string {
    return this.digest.hex();
  }
}

/** The declared fields of each type of event, in hashing order. */
const declaredFields = new Map<string, readonly (readonly [string, ValueType<unknown>])[]>(
  Object.entries(eventDeclarations).map(([type, { fields }]) => [type, Object.entries<ValueType<unknown>>(fields)]),
);

/**
 * Most events are of three types, which have hand-written code. All others are hashed as the type's name and the
 * declared fields in order.
 */
function hashEvent(digest: Digest, event: Event): void {
  const { type } = event;
  if (type === 'order_accepted') hashOrderAccepted(digest, event);
  else if (type === 'order_ended') hashOrderEnded(digest, event);
  else if (type === 'traded') hashTraded(digest, event);
  else hashDeclared(digest, event);
}

/** The hash derived from the declaration, for any event. */
export function hashDeclared(digest: Digest, event: Event): void {
  digest.text(event.type);
  hashFields(digest, declaredFields.get(event.type) ?? [], event);
}
