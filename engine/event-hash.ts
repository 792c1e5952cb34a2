import { hashFields } from './declaration/value-type.ts';
import { Digest } from './digest.ts';
import { eventDeclarations } from './event.ts';
import { hashOrderAccepted, hashOrderEnded, hashTraded } from './spot/hash-order-events.ts';
import type { ValueType } from './declaration/value-type.ts';
import type { Event } from './event.ts';

/**
 * The running hash of a journal's events: `previous` is the hash before this command, '' before the first. Every field
 * of every event counts. 16 hex digits. For many commands in a row an `EventsHash` does the same without the texts
 * between.
 */
export function hashEvents(previous: string, sequence: number, timeMs: number, events: readonly Event[]): string {
  const hash = new EventsHash(previous);
  hash.add(sequence, timeMs, events);
  return hash.hex();
}

/** A running hash of events that goes on from command to command. */
export class EventsHash {
  private readonly digest: Digest;

  /** Goes on from the result of `hex` or `hashEvents`, or begins a journal with ''. */
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

/** The declared fields of each type of event, in the order in which they count. */
const declaredFields = new Map<string, readonly (readonly [string, ValueType<unknown>])[]>(
  Object.entries(eventDeclarations).map(([type, { fields }]) => [type, Object.entries<ValueType<unknown>>(fields)]),
);

/**
 * Most events are of the three types that are written by hand; of every other, the type's name and its declared fields
 * in order.
 */
function hashEvent(digest: Digest, event: Event): void {
  const { type } = event;
  if (type === 'order_accepted') hashOrderAccepted(digest, event);
  else if (type === 'order_ended') hashOrderEnded(digest, event);
  else if (type === 'traded') hashTraded(digest, event);
  else hashDeclared(digest, event);
}

/** The derived hash of any event. */
export function hashDeclared(digest: Digest, event: Event): void {
  digest.text(event.type);
  hashFields(digest, declaredFields.get(event.type) ?? [], event);
}
