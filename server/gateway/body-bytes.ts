import { type TSchema, Type } from 'typebox';

/** No body is longer, whatever its call takes. */
export const maxBodyBytes = 65_536;

/** What a client may write besides: blanks, and fields of another version. */
const asideBytes = 1_024;
/** A character is at most six bytes of JSON, as `\\u0000` is; what is not written as a text is shorter than this. */
const characterBytes = 6;
const scalarBytes = 40;

/** How many bytes of JSON whoever keeps to a schema can need; infinity where it sets no bound. */
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
