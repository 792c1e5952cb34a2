import { type TSchema, Type } from 'typebox';

/** Maximum body size of every call. */
export const maxBodyBytes = 65_536;

/** Allowance for whitespace and for fields of other versions. */
const asideBytes = 1_024;
/** A character takes at most six bytes of JSON, as in `\\u0000`; `scalarBytes` bounds values other than strings. */
const characterBytes = 6;
const scalarBytes = 40;

/** The maximum size in bytes of JSON that conforms to a schema; infinity if the schema is unbounded. */
export function bodyBytesOf(schema: TSchema): number {
  return asideBytes + bytesOf(schema);
}

function bytesOf(schema: TSchema): number {
  if (Type.IsObject(schema)) {
    const entries: [string, TSchema][] = Object.entries(schema.properties);
    return entries.reduce((sum, [name, value]) => sum + characterBytes * name.length + bytesOf(value) + 8, 4);
  }
  if (Type.IsArray(schema)) return bound(schema, 'maxItems') * (bytesOf(schema.items) + 4) + 4;
  if (Type.IsUnion(schema)) return Math.max(...schema.anyOf.map((one: TSchema) => bytesOf(one)));
  if (Type.IsString(schema)) return bound(schema, 'maxLength') * characterBytes + 2;
  if (Type.IsLiteral(schema)) return String(schema.const).length * characterBytes + 2;
  if (Type.IsEnum(schema)) return Math.max(...schema.enum.map((one) => String(one).length * characterBytes + 2));
  return isScalar(schema) ? scalarBytes : Infinity;
}

function isScalar(schema: TSchema): boolean {
  return Type.IsNumber(schema) || Type.IsInteger(schema) || Type.IsBoolean(schema) || Type.IsNull(schema);
}

function bound(schema: TSchema, name: 'maxItems' | 'maxLength'): number {
  const value: unknown = Reflect.get(schema, name);
  return typeof value === 'number' ? value : Infinity;
}
