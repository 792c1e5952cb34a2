import type { Digest } from '../digest.ts';

/**
 * A type of field of commands and events, declared once: how a value is written to the journal and read back, what the
 * journal accepts, and how the running hash of events counts it. `Value` is what the engine works with, the encoded
 * form is JSON.
 */
export interface ValueType<Value> {
  /** The value as JSON: itself, or for composed types an array or object of encoded values. */
  encode(value: Value): unknown;
  /**
   * Whether this is an encoded value of the type. Whether a number makes sense is for the command that uses it to
   * decide.
   */
  check(encoded: unknown): boolean;
  /** The value that was encoded so. Call it only after `check`. */
  decode(encoded: unknown): Value;
  hash(digest: Digest, value: Value): void;
  /** What values look like, for programs that make some up. */
  readonly shape: Shape;
}

/** The form of a type's values: enough to generate random ones. */
export type Shape =
  | { readonly kind: 'integer'; readonly min: number; readonly max: number }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'text'; readonly alphabet: string; readonly maxLength: number }
  | { readonly kind: 'choice'; readonly of: readonly (string | number)[] }
  | { readonly kind: 'nullable'; readonly of: ValueType<unknown> }
  | { readonly kind: 'list'; readonly of: ValueType<unknown> }
  | { readonly kind: 'record'; readonly of: FieldTypes; readonly partial: boolean }
  | { readonly kind: 'variants'; readonly by: string; readonly of: Readonly<Record<string, FieldTypes>> }
  | { readonly kind: 'facts' };

/** Fields by name, in the order of the journal and of the hash. */
export type FieldTypes = Readonly<Record<string, ValueType<unknown>>>;

/** The object that fields describe. */
export type ValuesOf<Fields extends FieldTypes> = { readonly [Name in keyof Fields]: ValueOf<Fields[Name]> };

/** What a type's values are. */
export type ValueOf<Type> = Type extends ValueType<infer Value> ? Value : never;

/** A safe integer within bounds, branded or plain. */
export function integer<Value extends number = number>(min: number, max: number): ValueType<Value> {
  return {
    encode: (value) => value,
    check: (encoded) => Number.isSafeInteger(encoded) && (encoded as number) >= min && (encoded as number) <= max,
    decode: (encoded) => encoded as Value,
    hash: (digest, value) => {
      digest.number(value);
    },
    shape: { kind: 'integer', min, max },
  };
}

export const flag: ValueType<boolean> = {
  encode: (value) => value,
  check: (encoded) => typeof encoded === 'boolean',
  decode: (encoded) => encoded as boolean,
  hash: (digest, value) => {
    digest.choice(value ? 1 : 0);
  },
  shape: { kind: 'boolean' },
};

/**
 * Text of a short alphabet, given as the inside of a character class, from 1 to `maxLength` characters. No free text
 * enters the exchange.
 */
export function text(alphabet: string, maxLength: number): ValueType<string> {
  const pattern = new RegExp(`^[${alphabet}]{1,${maxLength}}$`);
  return {
    encode: (value) => value,
    check: (encoded) => typeof encoded === 'string' && pattern.test(encoded),
    decode: (encoded) => encoded as string,
    hash: (digest, value) => {
      digest.text(value);
    },
    shape: { kind: 'text', alphabet, maxLength },
  };
}

/** One of a few texts or numbers. A new one goes to the end: its place counts in the running hash. */
export function choice<const Value extends string | number>(...of: readonly Value[]): ValueType<Value> {
  const places = new Map<unknown, number>(of.map((value, at) => [value, at + 1]));
  return {
    encode: (value) => value,
    check: (encoded) => places.has(encoded),
    decode: (encoded) => encoded as Value,
    hash: (digest, value) => {
      digest.choice(places.get(value) ?? 0);
    },
    shape: { kind: 'choice', of },
  };
}

export function nullable<Value>(of: ValueType<Value>): ValueType<Value | null> {
  return {
    encode: (value) => (value === null ? null : of.encode(value)),
    check: (encoded) => encoded === null || of.check(encoded),
    decode: (encoded) => (encoded === null ? null : of.decode(encoded)),
    hash: (digest, value) => {
      digest.choice(value === null ? -1 : 1);
      if (value !== null) of.hash(digest, value);
    },
    shape: { kind: 'nullable', of },
  };
}

export function list<Value>(of: ValueType<Value>): ValueType<readonly Value[]> {
  return {
    encode: (values) => values.map((value) => of.encode(value)),
    // By index: a hole of a sparse array is no value, and `every` would pass over it.
    check: (encoded) => {
      if (!Array.isArray(encoded)) return false;
      const items: readonly unknown[] = encoded;
      for (let at = 0; at < items.length; at += 1) if (!of.check(items[at])) return false;
      return true;
    },
    decode: (encoded) => (encoded as unknown[]).map((item) => of.decode(item)),
    hash: (digest, values) => {
      digest.number(values.length);
      for (const value of values) of.hash(digest, value);
    },
    shape: { kind: 'list', of },
  };
}

/** Fields without their names, in their order: the short form for what comes often. */
export function tuple<const Fields extends FieldTypes>(fields: Fields): ValueType<ValuesOf<Fields>> {
  const entries = Object.entries(fields);
  return {
    encode: (value) => entries.map(([name, type]) => type.encode(fieldOf(value, name))),
    check: (encoded) =>
      Array.isArray(encoded) &&
      encoded.length === entries.length &&
      entries.every(([, type], at) => type.check((encoded as unknown[])[at])),
    decode: (encoded) =>
      objectOf(entries.map(([name, type], at) => [name, type.decode((encoded as unknown[])[at])])) as ValuesOf<Fields>,
    hash: (digest, value) => {
      hashFields(digest, entries, value);
    },
    shape: { kind: 'record', of: fields, partial: false },
  };
}

/** Fields with their names: the readable form for what is rare. */
export function record<const Fields extends FieldTypes>(fields: Fields): ValueType<ValuesOf<Fields>> {
  const entries = Object.entries(fields);
  return {
    encode: (value) => objectOf(entries.map(([name, type]) => [name, type.encode(fieldOf(value, name))])),
    check: (encoded) =>
      isObject(encoded) &&
      Object.keys(encoded).length === entries.length &&
      entries.every(([name, type]) => type.check(encoded[name])),
    decode: (encoded) =>
      objectOf(entries.map(([name, type]) => [name, type.decode(fieldOf(encoded, name))])) as ValuesOf<Fields>,
    hash: (digest, value) => {
      hashFields(digest, entries, value);
    },
    shape: { kind: 'record', of: fields, partial: false },
  };
}

/** Some of these fields, with their names. */
export function partial<const Fields extends FieldTypes>(fields: Fields): ValueType<Partial<ValuesOf<Fields>>> {
  const entries = Object.entries(fields);
  const present = (value: object) => entries.filter(([name]) => Object.hasOwn(value, name));
  return {
    encode: (value) => objectOf(present(value).map(([name, type]) => [name, type.encode(fieldOf(value, name))])),
    check: (encoded) =>
      isObject(encoded) &&
      Object.entries(encoded).every(
        ([name, inner]) => Object.hasOwn(fields, name) && fields[name]?.check(inner) === true,
      ),
    decode: (encoded) =>
      objectOf(present(encoded as object).map(([name, type]) => [name, type.decode(fieldOf(encoded, name))])),
    hash: (digest, value) => {
      for (const [name, type] of entries) {
        digest.choice(Object.hasOwn(value, name) ? 1 : -1);
        if (Object.hasOwn(value, name)) type.hash(digest, fieldOf(value, name));
      }
    },
    shape: { kind: 'record', of: fields, partial: true },
  };
}

/** A variant of a union: what it is called in the journal, and its fields besides the one that tells variants apart. */
interface Variant {
  readonly tag: string;
  readonly fields: FieldTypes;
}

type VariantValue<By extends string, Variants extends Readonly<Record<string, Variant>>> = {
  readonly [Name in keyof Variants]: { readonly [Field in By]: Name } & ValuesOf<Variants[Name]['fields']>;
}[keyof Variants];

/** A union whose members differ in the field `by`; encoded as the variant's tag and its fields in order. */
export function variants<const By extends string, const Variants extends Readonly<Record<string, Variant>>>(
  by: By,
  of: Variants,
): ValueType<VariantValue<By, Variants>> {
  type Value = VariantValue<By, Variants>;
  const known = Object.entries(of).map(([name, { tag, fields }]) => ({ name, tag, entries: Object.entries(fields) }));
  const variantOf = (value: Value) => {
    const name = fieldOf(value, by);
    const found = known.find((variant) => variant.name === name);
    if (found === undefined) throw new TypeError(`There is no variant ${String(name)} of ${by}.`);
    return found;
  };
  const tagged = (encoded: readonly unknown[]) => known.find(({ tag }) => tag === encoded[0]);
  return {
    encode: (value) => {
      const { tag, entries } = variantOf(value);
      return [tag, ...entries.map(([name, type]) => type.encode(fieldOf(value, name)))];
    },
    check: (encoded) => {
      if (!Array.isArray(encoded)) return false;
      const items: unknown[] = encoded;
      const entries = tagged(items)?.entries;
      return (
        entries !== undefined &&
        items.length === entries.length + 1 &&
        entries.every(([, type], at) => type.check(items[at + 1]))
      );
    },
    decode: (encoded) => {
      const items = encoded as unknown[];
      const found = tagged(items);
      const fields = (found?.entries ?? []).map(([name, type], at) => [name, type.decode(items[at + 1])] as const);
      return objectOf([[by, found?.name], ...fields]) as Value;
    },
    hash: (digest, value) => {
      const { tag, entries } = variantOf(value);
      digest.text(tag);
      hashFields(digest, entries, value);
    },
    shape: { kind: 'variants', by, of: Object.fromEntries(known.map(({ name }) => [name, of[name]?.fields ?? {}])) },
  };
}

/**
 * A flat object of figures and texts whose fields depend on what it says, such as a refusal with its figures. It occurs
 * in events only, never in the journal. Hashed by name, because it is rare.
 */
export function facts<Value extends object>(): ValueType<Value> {
  return {
    encode: (value) => value,
    check: isObject,
    decode: (encoded) => encoded as Value,
    hash: hashFacts,
    shape: { kind: 'facts' },
  };
}

function hashFacts(digest: Digest, value: object): void {
  const entries: [string, unknown][] = Object.entries(value);
  digest.number(entries.length);
  for (const [name, fact] of entries) {
    digest.text(name);
    if (isObject(fact)) hashFacts(digest, fact);
    else digest.text(String(fact));
  }
}

/** Hashes fields one after the other; their order is that of the declaration. */
export function hashFields(
  digest: Digest,
  entries: readonly (readonly [string, ValueType<unknown>])[],
  value: unknown,
): void {
  for (const [name, type] of entries) type.hash(digest, fieldOf(value, name));
}

/** A field of an object that was declared to have it. */
export function fieldOf(value: unknown, name: string): unknown {
  return (value as Readonly<Record<string, unknown>>)[name];
}

/** An object with these fields, in this order. */
function objectOf(entries: Iterable<readonly [string, unknown]>): object {
  return Object.fromEntries(entries);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
