/** The end of the journal: the last batch, the last command in it, and the running hash of all events. */
export interface Head {
  readonly batchId: number;
  readonly sequence: number;
  readonly eventsHash: string;
}

/** The head before the first command. */
export const emptyHead: Head = { batchId: 0, sequence: 0, eventsHash: '' };

export function sameHead(a: Head, b: Head): boolean {
  return a.batchId === b.batchId && a.sequence === b.sequence && a.eventsHash === b.eventsHash;
}

/** Describes a head in messages, e.g. `batch 7 (command 120, events 3f…)`. */
export function describeHead(head: Head): string {
  return `batch ${head.batchId} (command ${head.sequence}, events ${head.eventsHash === '' ? 'none' : head.eventsHash})`;
}
