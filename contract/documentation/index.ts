import type { TSchema } from 'typebox';
import type { Call, SocketCall } from '../call.ts';
import { capabilities } from '../capabilities.ts';
import type { ErrorKey } from '../errors.ts';
import { generalRefusals } from '../refusals.ts';
import type { SuccessKey } from '../texts/index.ts';
import type { CapabilityDocumentation, Description, Noted, Notes } from './declare.ts';
import { Examples } from './examples.ts';

export type { Description } from './declare.ts';
export { unknownFields } from './unknown-fields.ts';
export { socketErrorTexts } from '../socket/documentation.ts';
export { type Carrier, generalRefusals, refusalsOfNoCall, reservedRefusals } from '../refusals.ts';

const documentations: readonly CapabilityDocumentation[] = await Promise.all(
  capabilities.map(async ({ documentation }) => (await documentation()).documentation),
);

/** The meaning of every field of the wire. */
export const descriptions: readonly Description[] = documentations.flatMap(({ objects }) => objects);

export const examples = new Examples(descriptions);

/** Further notes on a channel besides its summary, by the first part of its name. */
export const channelNotes: ReadonlyMap<string, string> = new Map(
  documentations.flatMap(({ channels = {} }) => Object.entries(channels)),
);

/** Ids of objects that belong to no user, by call and field, with the kind of object. */
export const publicIds: ReadonlyMap<string, string> = new Map(
  documentations.flatMap(({ publicIds: ids = {} }) => Object.entries(ids)),
);

/** A call with its whole description. */
export interface Documented<C extends Call | SocketCall> {
  readonly call: C;
  readonly summary: string;
  readonly says: string;
  /** The general refusals of its kind of calls, and its own further ones. */
  readonly general: readonly ErrorKey[];
  readonly refusals: readonly ErrorKey[];
  /** The key of its success message. */
  readonly message: SuccessKey | null;
  readonly input: unknown;
  readonly output: unknown;
}

/** The HTTP calls by subject, in display order. */
export const documentedCalls: readonly { readonly title: string; readonly calls: readonly Documented<Call>[] }[] =
  groupsOf(documentations);

/** The socket calls. */
export const documentedSocketCalls: readonly Documented<SocketCall>[] = documentations.flatMap(({ socketCalls = [] }) =>
  socketCalls.map((call) => documented(call)),
);

function groupsOf(all: readonly CapabilityDocumentation[]) {
  const groups = new Map<string, Documented<Call>[]>();
  for (const { title, calls } of all.flatMap(({ chapters = [] }) => chapters)) {
    groups.set(title, [...(groups.get(title) ?? []), ...calls.map((call) => documented(call))]);
  }
  return Array.from(groups, ([title, calls]) => ({ title, calls }));
}

function documented<C extends Call | SocketCall>({ call, notes }: Noted<C>): Documented<C> {
  const { summary, says = '' } = notes;
  const { message, refusals } = call;
  const general: readonly ErrorKey[] = generalRefusals(call, 'method' in call ? call.method : 'socket');
  const [input, output] = examplesOf(call, notes);
  return {
    call,
    summary,
    says,
    general,
    refusals: refusals.filter((key) => !general.includes(key)),
    message,
    input,
    output,
  };
}

function examplesOf(call: { readonly input: TSchema; readonly output: TSchema }, { input, output }: Notes) {
  return [input ?? examples.of(call.input), output ?? examples.of(call.output)] as const;
}
