import type { Digest } from '../digest.ts';

/**
 * A type of field of commands and events, declared once: how a value is encoded for the journal and decoded, which
 * encoded values are valid, and how the running hash includes it. `Value` is the engine's form; the encoded form is
 * JSON.
 */
export interface ValueType<Value> {
  /** The value as JSON: the value itself, or an array or object of encoded values for composed types. */
  encode(value: Value): unknown;
  /**
   * Whether this is a well-formed encoded value. Whether the value makes sense is decided by the command that uses it.
   */
  check(encoded: unknown): boolean;
  /** Decodes a value. Call it only after `check`. */
  decode(encoded: unknown): Value;
  hash(digest: Digest, value: Value): void;
  /** Describes the values, for programs that generate random ones. */
  readonly shape: Shape;
}

/** Describes a type's values in enough detail to generate random ones. */
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

/** The object type that the fields describe. */
export type ValuesOf<Fields extends FieldTypes> = { readonly [Name in keyof Fields]: ValueOf<Fields[Name]> };

/** The engine's type for the values of a field type. */
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
 * Text of 1 to `maxLength` characters from a small alphabet, given as the inside of a character class. No free text
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

/** One of a few texts or numbers. Append new choices at the end: a choice's position is part of the running hash. */
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
    // By index, because `every` skips the holes of a sparse array, and a hole is not a valid value.
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

/** Fields in order without their names: the compact form for frequent values. */
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

/** Fields with their names: the readable form for rare values. */
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

/** Any subset of these fields, with their names. */
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

/** A variant of a union: its tag in the journal, and its fields besides the discriminating one. */
interface Variant {
  readonly tag: string;
  readonly fields: FieldTypes;
}

type VariantValue<By extends string, Variants extends Readonly<Record<string, Variant>>> = {
  readonly [Name in keyof Variants]: { readonly [Field in By]: Name } & ValuesOf<Variants[Name]['fields']>;
}[keyof Variants];

/** A union discriminated by the field `by`; encoded as the variant's tag followed by its fields in order. */
export function variants<const By extends string, const Variants extends Readonly<Record<string, Variant>>>(
  by: By,
  of: Variants,
): ValueType<VariantValue<By, Variants>> {
  type Value = VariantValue<By, Variants>;
  const known = Object.entries(of).map(([name, { tag, fields }]) => ({ name, tag, entries: Object.entries(fields) }));
  const variantOf = (value: Value) => {
    const name = fieldOf(value, by);
    const found = known.find((variant) => variant.name === name);
    if (found === undefined) throw new TypeError(`Unknown variant ${String(name)} of ${by}.`);
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
 * A flat object of numbers and texts whose fields depend on its content, such as a rejection with its numbers. Used in
 * events only, never in the journal. Hashed by field name, which is acceptable because it is rare.
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

/** Hashes fields one after another, in the order of the declaration. */
export function hashFields(
  digest: Digest,
  entries: readonly (readonly [string, ValueType<unknown>])[],
  value: unknown,
): void {
  for (const [name, type] of entries) type.hash(digest, fieldOf(value, name));
}

/** Reads a declared field of an object. */
export function fieldOf(value: unknown, name: string): unknown {
  return (value as Readonly<Record<string, unknown>>)[name];
}

/** Builds an object with these fields, in this order. */
function objectOf(entries: Iterable<readonly [string, unknown]>): object {
  return Object.fromEntries(entries);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
