import { conforms } from '@bourse/contract';
import type { TSchema } from 'typebox';
import type { Chance } from './chance.ts';
import { Fields, type Json, jsonOf } from './json.ts';

/** Plausible values for a field of this name; the schema selects the valid ones. */
export type Known = (name: string) => readonly unknown[];

/** Complete inputs of a call whose fields fit together. */
export type Recipes = (call: string) => readonly unknown[];

/** Values for fields without known values. */
const everyday: readonly unknown[] = ['1', 1, 'abc', true, 0, '', 'a@b.co', '1.1', null, '2026-01-01', 'BTC'];

/** The probability that an optional field is present. */
const filledIn = 0.4;

/**
 * Generates values that conform to a schema. Business rules may still refuse them, but only such values reach the code
 * behind the validation.
 */
export class Plausible {
  readonly #chance: Chance;
  readonly #known: Known;

  readonly #recipes: Recipes;

  constructor(chance: Chance, known: Known, recipes: Recipes) {
    this.#chance = chance;
    this.#known = known;
    this.#recipes = recipes;
  }

  /** The input of a call, mostly from a recipe if there is one. */
  input(schema: TSchema, call: string): Json {
    const fitting = this.#recipes(call).filter((recipe) => conforms(schema, recipe));
    const byRecipe = fitting.length > 0 && this.#chance.happens(0.7);
    return byRecipe ? jsonOf(this.#chance.pick(fitting)) : this.value(schema, '');
  }

  value(schema: TSchema, name: string): Json {
    const chance = this.#chance;
    const candidates = [...this.#known(name)].filter((candidate) => conforms(schema, candidate));
    if (candidates.length > 0) return jsonOf(chance.pick(candidates));
    if ('anyOf' in schema && Array.isArray(schema.anyOf)) return this.value(chance.pick<TSchema>(schema.anyOf), name);
    if ('enum' in schema && Array.isArray(schema.enum)) return jsonOf(chance.pick<unknown>(schema.enum));
    if ('const' in schema) return jsonOf(schema.const);
    const fields = fieldsOf(schema);
    if (fields !== null) return this.#fields(fields);
    const items = itemsOf(schema);
    if (items !== null) return Array.from({ length: 1 + chance.below(3) }, () => this.value(items, name));
    return jsonOf(chance.pick([...everyday.filter((candidate) => conforms(schema, candidate)), 'none']));
  }

  #fields(fields: readonly Field[]): Fields {
    const given = fields.filter(({ required }) => required || this.#chance.happens(filledIn));
    return new Fields(given.map(({ name, schema }) => [name, this.value(schema, name)]));
  }
}

interface Field {
  readonly name: string;
  readonly schema: TSchema;
  readonly required: boolean;
}

/** The fields of an object schema; null for other schemas. */
function fieldsOf(schema: TSchema): Field[] | null {
  if (!('properties' in schema) || typeof schema.properties !== 'object' || schema.properties === null) return null;
  const required: readonly unknown[] = 'required' in schema && Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(schema.properties as Readonly<Record<string, TSchema>>).map(([name, field]) => ({
    name,
    schema: field,
    required: required.includes(name),
  }));
}

function itemsOf(schema: TSchema): TSchema | null {
  return 'items' in schema ? (schema.items as TSchema) : null;
}
