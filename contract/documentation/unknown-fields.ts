import Type, { type TSchema } from 'typebox';

/** The paths of fields that a schema does not declare, such as `data.3.surprise`. */
export function unknownFields(schema: TSchema, value: unknown, place = ''): string[] {
  if (Type.IsUnion(schema)) {
    // A union is satisfied if one of its members declares all fields.
    const found = schema.anyOf.map((choice) => unknownFields(choice, value, place));
    return found.toSorted((a, b) => a.length - b.length)[0] ?? [];
  }
  if (typeof value !== 'object' || value === null) return [];
  const within = (name: string | number) => (place === '' ? String(name) : `${place}.${name}`);
  if (Array.isArray(value)) {
    if (Type.IsTuple(schema)) {
      return value.flatMap((entry, at) => {
        const item = schema.items[at];
        return item === undefined ? [within(at)] : unknownFields(item, entry, within(at));
      });
    }
    return Type.IsArray(schema)
      ? value.flatMap((entry, at) => unknownFields(schema.items, entry, within(at)))
      : [place];
  }
  const fields = fieldsOf(schema);
  if (fields === null) return [];
  return Object.entries(value).flatMap(([name, held]) => {
    const field = fields[name];
    return field === undefined ? [within(name)] : unknownFields(field, held, within(name));
  });
}

/** The fields of an object, or of all members of an intersection; null if any field is allowed. */
function fieldsOf(schema: TSchema): Readonly<Record<string, TSchema>> | null {
  if (Type.IsObject(schema)) return schema.properties;
  if (!Type.IsIntersect(schema)) return Type.IsRecord(schema) || Type.IsUnknown(schema) ? null : {};
  const fields: Record<string, TSchema> = {};
  for (const member of schema.allOf) {
    const known = fieldsOf(member);
    if (known === null) return null;
    Object.assign(fields, known);
  }
  return fields;
}
