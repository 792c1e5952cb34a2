import { conforms } from '@bourse/contract';
import type { TSchema } from 'typebox';
import type { Chance } from './chance.ts';
import { Fields, type Json, jsonOf } from './json.ts';

/** What somebody who knows the exchange would put into a field of this name; which of it fits, the schema tells. */
export type Known = (name: string) => readonly unknown[];

/** Whole inputs of a call that are known to go together. */
export type Recipes = (call: string) => readonly unknown[];

/** What fits some schema that nobody has thought of by name. */
const everyday: readonly unknown[] = ['1', 1, 'abc', true, 0, '', 'a@b.co', '1.1', null, '2026-01-01', 'BTC'];

/** How often a field that may be left out is there. */
const filledIn = 0.4;

/**
 * Values that a schema takes, as far as anybody can tell without knowing the rules behind it: the outcome is decided by
 * the call, and only what gets that far can break something there.
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

  /** All that a call is given; mostly by a recipe, where there is one. */
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

/** The fields of an object's schema; null for any other. */
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
