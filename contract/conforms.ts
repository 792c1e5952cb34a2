import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/value';

/** Whether a value that came from outside has the shape of a schema. It interprets the schema, so it runs under a strict content policy too. */
export function conforms<Schema extends TSchema>(schema: Schema, value: unknown): value is Static<Schema> {
  return Check(schema, value);
}
