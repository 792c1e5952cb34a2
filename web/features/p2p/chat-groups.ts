import type { LegalMessage } from '@bourse/contract/p2p';

/** Messages of one author within this time have one head. */
const togetherMs = 5 * 60_000;

/** Consecutive messages that are shown together. A line of the exchange is alone. */
export interface ChatGroup {
  /** The number of its first message. */
  readonly i: number;
  readonly from: LegalMessage['from'];
  readonly messages: readonly LegalMessage[];
  /** The day, if it is another one than that of the group before. */
  readonly day: string | null;
}

/** Groups messages, which are sorted by their numbers. `dayOf` gives the day of a time as text. */
export function groupMessages(
  messages: readonly LegalMessage[],
  dayOf: (time: number) => string,
): readonly ChatGroup[] {
  const groups: { i: number; from: LegalMessage['from']; messages: LegalMessage[]; day: string | null }[] = [];
  let before: LegalMessage | undefined;
  for (const message of messages) {
    const day = dayOf(message.created_at);
    const isNewDay = before === undefined || dayOf(before.created_at) !== day;
    const last = groups.at(-1);
    const joins =
      last !== undefined &&
      before !== undefined &&
      !isNewDay &&
      message.event === null &&
      before.event === null &&
      last.from === message.from &&
      message.created_at - before.created_at < togetherMs;
    if (joins) last.messages.push(message);
    else groups.push({ i: message.i, from: message.from, messages: [message], day: isNewDay ? day : null });
    before = message;
  }
  return groups;
}

/** The known messages with further ones, in any order and with repetitions, sorted by their numbers. */
export function mergeMessages(known: readonly LegalMessage[], more: readonly LegalMessage[]): readonly LegalMessage[] {
  const numbers = new Set(known.map(({ i }) => i));
  const unknown = more.filter(({ i }) => !numbers.has(i));
  if (unknown.length === 0) return known;
  const merged = new Map([...known, ...unknown].map((message) => [message.i, message]));
  return [...merged.values()].toSorted((a, b) => a.i - b.i);
}

/** The number up to which no message is missing; 0 without any. */
export function completeUpTo(messages: readonly LegalMessage[]): number {
  let last = 0;
  for (const { i } of messages) {
    if (i !== last + 1) break;
    last = i;
  }
  return last;
}
