import Type, { type TObject, type TSchema } from 'typebox';
import type { Description } from './declare.ts';

/** Examples of described schemas, composed of the examples of their fields. */
export class Examples {
  readonly #descriptions: ReadonlyMap<TSchema, Description>;

  constructor(descriptions: readonly Description[]) {
    this.#descriptions = new Map(descriptions.map((description) => [description.schema, description]));
  }

  /** The description of an object; undefined if there is none. */
  describe(schema: TSchema): Description | undefined {
    return this.#descriptions.get(schema);
  }

  /** @throws Error if no example can be derived for the schema */
  of(schema: TSchema): unknown {
    if (Type.IsObject(schema)) return this.#ofObject(schema);
    if (Type.IsIntersect(schema)) return Object.assign({}, ...schema.allOf.map((member) => this.of(member)));
    if (Type.IsUnion(schema)) return schema.anyOf[0] === undefined ? null : this.of(schema.anyOf[0]);
    if (Type.IsArray(schema)) return [this.of(schema.items)];
    if (Type.IsNull(schema)) return null;
    throw new Error(`there is no example of ${JSON.stringify(schema)}`);
  }

  #ofObject(schema: TObject): Record<string, unknown> {
    const fields = this.#descriptions.get(schema)?.fields ?? {};
    const example: Record<string, unknown> = {};
    for (const [name, property] of Object.entries(schema.properties)) {
      const given = fields[name]?.[1];
      if (given !== undefined) example[name] = given;
      else if (!Type.IsOptional(property)) example[name] = this.of(property);
    }
    return example;
  }
}
