import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox';
import type { Call, CallInput, CallOutput, SocketCall } from '../call.ts';

/**
 * The meaning of a field, with its unit where it has one, and a value of it that fits the others of its example.
 * Without a value it takes one from what it holds; an optional field without a value is left out of examples.
 */
export type Field<Value> = readonly [says: string, example?: Value];

/** Every field of an object, by its name: the compiler sees that none is forgotten. */
export type Fields<Properties extends TProperties> = {
  readonly [Name in keyof Properties]: Field<Static<Properties[Name]>>;
};

/** An object of the wire with the meaning of its fields. */
export interface Description {
  readonly schema: TObject;
  /** Its name where several calls know it; null where it belongs to one call. */
  readonly name: string | null;
  readonly fields: Readonly<Record<string, Field<unknown>>>;
}

/** An object that belongs to one call, or whose published name differs from that of its schema. */
export function describe<Properties extends TProperties>(
  schema: TObject<Properties>,
  fields: Fields<Properties>,
  name: string | null = null,
): Description {
  return { schema, name, fields };
}

type ObjectsOf<Module> = {
  readonly [Name in keyof Module]?: Module[Name] extends TObject<infer Properties> ? Fields<Properties> : never;
};

/** Objects that are published under the names by which their module exports them. */
export function named<Module extends object>(module: Module, objects: ObjectsOf<Module>): Description[];
export function named(
  module: object,
  objects: Readonly<Record<string, Description['fields'] | undefined>>,
): Description[] {
  const exported = exportsOf(module);
  return Object.entries(objects).map(([name, fields]) => {
    const schema = exported.get(name);
    if (fields === undefined || !isObject(schema)) throw new Error(`${name} is no object.`);
    return { schema, name, fields };
  });
}

/** The description of a call besides its fields. */
export interface Notes<Input = unknown, Output = unknown> {
  readonly summary: string;
  /** Everything to know beyond the summary. */
  readonly says?: string;
  /** A request and its answer, where the examples of the fields do not make one. */
  readonly input?: Input;
  readonly output?: Output;
}

/** Every call that a module exports, by its name: the compiler sees that none is forgotten. */
type NotesOf<Module, C extends Call | SocketCall> = {
  readonly [Name in keyof Module as Module[Name] extends C ? Name : never]: Module[Name] extends C
    ? Notes<CallInput<Module[Name]>, CallOutput<Module[Name]>>
    : never;
};

/** A call of either kind with its description. */
export interface Noted<C extends Call | SocketCall = Call | SocketCall> {
  readonly call: C;
  readonly notes: Notes;
}

/** Calls over HTTP that are shown together. */
export interface Chapter {
  readonly title: string;
  readonly calls: readonly Noted<Call>[];
}

/** The calls over HTTP of a module, in the order in which they are shown. Chapters of the same title become one. */
export function chapter<Module extends object>(title: string, module: Module, notes: NotesOf<Module, Call>): Chapter;
export function chapter(title: string, module: object, notes: Readonly<Record<string, Notes>>): Chapter {
  return { title, calls: notedIn(module, notes, isCall) };
}

/** The calls over the socket of a module, in the order in which they are shown. */
export function socketCalls<Module extends object>(
  module: Module,
  notes: NotesOf<Module, SocketCall>,
): Noted<SocketCall>[];
export function socketCalls(module: object, notes: Readonly<Record<string, Notes>>): Noted<SocketCall>[] {
  return notedIn(module, notes, isSocketCall);
}

/** The documentation of a capability: its calls, the notes of its channels, and every object in them. */
export interface CapabilityDocumentation {
  readonly chapters?: readonly Chapter[];
  readonly socketCalls?: readonly Noted<SocketCall>[];
  /** Everything to know of a channel beyond its summary, by the first part of its name. */
  readonly channels?: Readonly<Record<string, string>>;
  readonly objects: readonly Description[];
}

/** The sequence of a message. */
export const sequence = [
  'Journal sequence that the message reflects; it survives restarts and only grows.',
  90210,
] as const;

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

function notedIn<C extends Call | SocketCall>(
  module: object,
  notes: Readonly<Record<string, Notes>>,
  isOne: (value: unknown) => value is C,
): Noted<C>[] {
  const exported = exportsOf(module);
  return Object.entries(notes).map(([name, said]) => {
    const call = exported.get(name);
    if (!isOne(call)) throw new Error(`${name} is no such call.`);
    return { call, notes: said };
  });
}

function exportsOf(module: object): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(module));
}

function isObject(value: unknown): value is TObject {
  return isSchema(value) && Type.IsObject(value);
}

function isSchema(value: unknown): value is TSchema {
  return typeof value === 'object' && value !== null;
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'path' in value && 'movesMoney' in value;
}

function isSocketCall(value: unknown): value is SocketCall {
  return typeof value === 'object' && value !== null && 'type' in value && 'movesMoney' in value;
}
