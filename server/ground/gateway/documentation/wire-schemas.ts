import { descriptions, examples } from '@bourse/contract/documentation';
import Type, { type TSchema } from 'typebox';

/**
 * A schema in the documents for programs: with the descriptions of its fields, and with references to named objects.
 */
export type WireSchema = Readonly<Record<string, unknown>>;

export function wireSchema(schema: TSchema): WireSchema {
  const name = examples.describe(schema)?.name ?? null;
  return name === null ? spelledOut(schema) : { $ref: `#/components/schemas/${name}` };
}

/** All named schemas. */
export function namedSchemas(): Readonly<Record<string, WireSchema>> {
  return Object.fromEntries(
    descriptions.flatMap(({ name, schema }) => (name === null ? [] : [[name, spelledOut(schema)] as const])),
  );
}

function spelledOut(schema: TSchema): WireSchema {
  if (Type.IsObject(schema)) {
    const fields = examples.describe(schema)?.fields ?? {};
    const properties = Object.entries(schema.properties).map(([field, property]) => {
      const [description, example] = fields[field] ?? [];
      const shown = example === undefined ? {} : { examples: [example] };
      return [
        field,
        { ...wireSchema(property), ...(description === undefined ? {} : { description }), ...shown },
      ] as const;
    });
    const required = Object.entries(schema.properties).flatMap(([field, property]) =>
      Type.IsOptional(property) ? [] : [field],
    );
    return {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.length === 0 ? {} : { required }),
    };
  }
  if (Type.IsUnion(schema)) return { anyOf: schema.anyOf.map(wireSchema) };
  if (Type.IsIntersect(schema)) return { allOf: schema.allOf.map(wireSchema) };
  if (Type.IsArray(schema)) return { ...plain(schema), items: wireSchema(schema.items) };
  return plain(schema);
}

/** The keywords of a schema without the internal ones of its library. */
function plain(schema: TSchema): WireSchema {
  return Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => !keyword.startsWith('~') && keyword !== 'items'),
  );
}
