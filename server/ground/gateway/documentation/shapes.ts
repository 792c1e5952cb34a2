import { type Description, examples } from '@bourse/contract/documentation';
import Type, { type TSchema } from 'typebox';

/** A field of an object with its description. `depth` counts the unnamed objects that enclose it. */
export interface FieldRow {
  readonly name: string;
  readonly shape: Shape;
  readonly isOptional: boolean;
  readonly says: string;
  readonly depth: number;
}

/** The values of a schema in words; `object` is the name of the object whose fields are described separately. */
export interface Shape {
  readonly words: string;
  readonly object: string | null;
}

/** The fields of an object, each followed by the fields of its nested objects unless those have a name. */
export function fieldRows(schema: TSchema, depth = 0): FieldRow[] {
  if (Type.IsIntersect(schema)) return schema.allOf.flatMap((member) => fieldRows(member, depth));
  if (!Type.IsObject(schema)) return [];
  const description = examples.describe(schema);
  return Object.entries(schema.properties).flatMap(([name, property]) => {
    const says = description?.fields[name]?.[0] ?? '';
    const row = { name, shape: shapeOf(property), isOptional: Type.IsOptional(property), says, depth };
    return [row, ...fieldRows(namelessIn(property), depth + 1)];
  });
}

/** Whether a value contains texts in the caller's language, as its field descriptions say. */
export function isInLanguage(schema: TSchema): boolean {
  if (Type.IsObject(schema)) {
    const fields = Object.values(examples.describe(schema)?.fields ?? {});
    const says = fields.some(([text]) => text.includes('language of the caller'));
    return says || Object.values(schema.properties).some(isInLanguage);
  }
  if (Type.IsUnion(schema)) return schema.anyOf.some(isInLanguage);
  if (Type.IsIntersect(schema)) return schema.allOf.some(isInLanguage);
  return Type.IsArray(schema) && isInLanguage(schema.items);
}

/** The name of an object that is described separately; null for every other schema. */
function nameOf(schema: TSchema): string | null {
  return descriptionOf(schema)?.name ?? null;
}

export function shapeOf(schema: TSchema): Shape {
  const name = nameOf(schema);
  if (name !== null) return { words: '', object: name };
  if (Type.IsArray(schema)) return listShape(schema, shapeOf(schema.items));
  if (Type.IsUnion(schema)) return unionShape(schema.anyOf);
  return { words: wordsOf(schema), object: null };
}

/** A nested object without a name, whose fields are listed inline. */
function namelessIn(schema: TSchema): TSchema {
  const held = Type.IsArray(schema) ? schema.items : schema;
  return nameOf(held) === null ? held : Type.Null();
}

function descriptionOf(schema: TSchema): Description | undefined {
  // An optional schema is a copy of the described one.
  return examples.describe(schema);
}

function listShape(list: TSchema, { words, object }: Shape): Shape {
  const bounds = rangeOf(bound(list, 'minItems'), bound(list, 'maxItems'));
  return { words: `list${bounds === '' ? '' : ` of ${bounds}`}${words === '' ? '' : ` of: ${words}`}`, object };
}

function unionShape(choices: readonly TSchema[]): Shape {
  const [first, second] = choices;
  // A union of a number and its text form is documented as the number.
  if (choices.length === 2 && Type.IsInteger(first) && Type.IsString(second)) return whole;
  if (choices.length === 2 && Type.IsString(first) && Type.IsNumber(second)) return decimal;
  const shapes = choices.map(shapeOf);
  const words = [...new Set(shapes.flatMap((shape) => (shape.words === '' ? [] : [shape.words])))];
  const object = shapes.find((shape) => shape.object !== null)?.object ?? null;
  return { words: words.join(' or '), object };
}

const whole: Shape = { words: 'integer, or its digits', object: null };
const decimal: Shape = { words: 'decimal string, or number', object: null };

const decimalPattern = /^\^-\?\[0-9\]\+/;

function wordsOf(schema: TSchema): string {
  if (Type.IsEnum(schema)) return schema.enum.map((value) => JSON.stringify(value)).join(', ');
  if (Type.IsLiteral(schema)) return JSON.stringify(schema.const);
  if (Type.IsInteger(schema)) return numberWords('integer', schema);
  if (Type.IsNumber(schema)) return numberWords('number', schema);
  if (Type.IsBoolean(schema)) return 'true or false';
  if (Type.IsNull(schema)) return 'null';
  if (Type.IsString(schema)) return stringWords(schema);
  if (Type.IsRecord(schema)) return 'object of values by name';
  return Type.IsUnknown(schema) ? 'anything' : 'object';
}

function numberWords(kind: string, schema: TSchema): string {
  const max = bound(schema, 'maximum');
  const min = bound(schema, 'minimum');
  const bounds = rangeOf(min === 0 && max === undefined ? undefined : min, max);
  return bounds === '' ? kind : `${kind} ${bounds}`;
}

function stringWords(schema: TSchema): string {
  const pattern = 'pattern' in schema ? String(schema.pattern) : '';
  if (decimalPattern.test(pattern)) return 'decimal string';
  if (pattern === '^[0-9]{1,15}$') return 'digits';
  const min = bound(schema, 'minLength');
  const bounds = rangeOf(min === 0 ? undefined : min, bound(schema, 'maxLength'));
  return bounds === '' ? 'string' : `string of ${bounds} characters`;
}

function bound(schema: TSchema, name: string): number | undefined {
  const value: unknown = Reflect.get(schema, name);
  return typeof value === 'number' ? value : undefined;
}

/** For example `1 to 20`, `at most 64` or `0 or more`; empty without bounds. */
function rangeOf(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return `${min} to ${max}`;
  if (max !== undefined) return `at most ${max}`;
  return min === undefined ? '' : `${min} or more`;
}
