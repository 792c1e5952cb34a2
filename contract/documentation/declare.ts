import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox';
import type { Call, CallInput, CallOutput, SocketCall } from '../call.ts';

/**
 * The meaning of a field, with its unit if it has one, and an example value that is consistent with the other fields.
 * Without a value, the example is derived from the field's schema; an optional field without a value is omitted from
 * examples.
 */
export type Field<Value> = readonly [says: string, example?: Value];

/** Every field of an object by name; the compiler checks completeness. */
export type Fields<Properties extends TProperties> = {
  readonly [Name in keyof Properties]: Field<Static<Properties[Name]>>;
};

/** An object of the wire with the meaning of its fields. */
export interface Description {
  readonly schema: TObject;
  /** The name of an object shared by several calls; null if it belongs to one call. */
  readonly name: string | null;
  readonly fields: Readonly<Record<string, Field<unknown>>>;
}

/** Describes an object of one call, or one whose published name differs from that of its schema. */
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

/** Describes objects that are published under their export names. */
export function named<Module extends object>(module: Module, objects: ObjectsOf<Module>): Description[];
export function named(
  module: object,
  objects: Readonly<Record<string, Description['fields'] | undefined>>,
): Description[] {
  const exported = exportsOf(module);
  return Object.entries(objects).map(([name, fields]) => {
    const schema = exported.get(name);
    if (fields === undefined || !isObject(schema)) throw new Error(`${name} is not an object schema.`);
    return { schema, name, fields };
  });
}

/** The description of a call besides its fields. */
export interface Notes<Input = unknown, Output = unknown> {
  readonly summary: string;
  /** Everything to know beyond the summary. */
  readonly says?: string;
  /** A request and its answer, if the examples of the fields do not add up to one. */
  readonly input?: Input;
  readonly output?: Output;
}

/** Notes for every exported call of a module by name; the compiler checks completeness. */
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

/** HTTP calls that are shown together. */
export interface Chapter {
  readonly title: string;
  readonly calls: readonly Noted<Call>[];
}

/** The HTTP calls of a module, in display order. Chapters with the same title are merged. */
export function chapter<Module extends object>(title: string, module: Module, notes: NotesOf<Module, Call>): Chapter;
export function chapter(title: string, module: object, notes: Readonly<Record<string, Notes>>): Chapter {
  return { title, calls: notedIn(module, notes, isCall) };
}

/** The socket calls of a module, in display order. */
export function socketCalls<Module extends object>(
  module: Module,
  notes: NotesOf<Module, SocketCall>,
): Noted<SocketCall>[];
export function socketCalls(module: object, notes: Readonly<Record<string, Notes>>): Noted<SocketCall>[] {
  return notedIn(module, notes, isSocketCall);
}

/** The documentation of a capability: its calls, notes on its channels, and all their objects. */
export interface CapabilityDocumentation {
  readonly chapters?: readonly Chapter[];
  readonly socketCalls?: readonly Noted<SocketCall>[];
  /** Further notes on a channel besides its summary, by the first part of its name. */
  readonly channels?: Readonly<Record<string, string>>;
  /**
   * Ids of objects that belong to no user, by call and field, with the kind of object. Calls without the access `owner`
   * may take these ids only.
   */
  readonly publicIds?: Readonly<Record<string, string>>;
  readonly objects: readonly Description[];
}

/** The sequence field of a message. */
export const sequence = [
  'Journal sequence that the message reflects; it continues across restarts and never decreases.',
  90210,
] as const;

/** The fields of every paged list. */
export const page = {
  total: ['Total number of rows.', 1],
  per_page: ['Rows per page, as requested.', 10],
  last_page: ['Number of the last page.', 1],
  current_page: ['Number of this page.', 1],
  data: ['The rows of this page.'],
} as const;

/** The fields that request a page. */
export const paging = {
  page: ['Number of the page, from 1; default 1. `page` × `limit` is at most 1 000 000.', 1],
  limit: ['Rows per page, 1 to 100; default 10.', 10],
} as const;

function notedIn<C extends Call | SocketCall>(
  module: object,
  notes: Readonly<Record<string, Notes>>,
  isOne: (value: unknown) => value is C,
): Noted<C>[] {
  const exported = exportsOf(module);
  return Object.entries(notes).map(([name, said]) => {
    const call = exported.get(name);
    if (!isOne(call)) throw new Error(`${name} is not a call of this kind.`);
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
