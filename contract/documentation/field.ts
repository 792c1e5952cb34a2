import type { Static, TObject, TProperties } from 'typebox';
import type { Call, CallInput, CallOutput } from '../call.ts';
import type { ErrorKey } from '../errors.ts';
import type { SuccessKey } from '../messages/index.ts';
import type { SocketCall } from '../socket/orders.ts';

/**
 * What a field means, with its unit where it has one, and a value of it that fits the others of its example. What has none takes it from what it holds; an
 * optional field that has none is left out of examples.
 */
export type Field<Value> = readonly [says: string, example?: Value];

/** Every field of an object, by its name: the compiler sees that none is forgotten. */
export type Fields<Properties extends TProperties> = {
  readonly [Name in keyof Properties]: Field<Static<Properties[Name]>>;
};

/** An object of the wire with what is said of its fields. */
export interface Description {
  readonly schema: TObject;
  /** What it is called where several calls know it; null for what belongs to one call. */
  readonly name: string | null;
  readonly fields: Readonly<Record<string, Field<unknown>>>;
}

export function describe<Properties extends TProperties>(
  schema: TObject<Properties>,
  fields: Fields<Properties>,
  name: string | null = null,
): Description {
  return { schema, name, fields };
}

/** What is said of a call besides its fields. */
export interface Notes<Input = unknown, Output = unknown> {
  /** What one has to know beyond the summary. */
  readonly says?: string;
  /** What it may be refused for beyond what every call of its kind may; see `refusalsOf`. */
  readonly refusals: readonly ErrorKey[];
  /** What it says when it succeeds; nothing when absent. */
  readonly message?: SuccessKey;
  /** A request and its answer, where the examples of the fields do not make one. */
  readonly input?: Input;
  readonly output?: Output;
}

/** A call of either kind with what is said of it. */
export interface Noted<C extends Call | SocketCall = Call | SocketCall> {
  readonly call: C;
  readonly notes: Notes;
}

export function noted<C extends Call | SocketCall>(call: C, notes: Notes<CallInput<C>, CallOutput<C>>): Noted<C> {
  return { call, notes };
}

/** The fields of a page of a list, whatever is listed. */
export const page = {
  total: ['How many rows there are in all.', 1],
  per_page: ['Rows of a page, as asked for.', 10],
  last_page: ['The number of the last page.', 1],
  current_page: ['The number of this page.', 1],
  data: ['The rows of this page.'],
} as const;

/** The fields with which a page is asked for. */
export const paging = {
  page: ['Number of the page, from 1; 1 when absent. `page` × `limit` is 1 000 000 at most.', 1],
  limit: ['Rows of a page, 1 to 100; 10 when absent.', 10],
} as const;
