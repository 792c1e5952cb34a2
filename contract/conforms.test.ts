import fc from 'fast-check';
import type { TSchema } from 'typebox';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { channels } from './capabilities.ts';
import { conforms } from './conforms.ts';
import { consoleCalls } from './console/index.ts';
import { descriptions, documentedCalls, documentedSocketCalls } from './documentation/index.ts';
import { AnswerMessage } from './socket/index.ts';

/** Every schema of the wire by name: inputs and outputs of calls, and described or sent objects of the socket. */
const calls = [...documentedCalls.flatMap((group) => group.calls), ...documentedSocketCalls];
const schemas: [string, TSchema][] = [
  ...calls.flatMap(({ call }): [string, TSchema][] => {
    const name = 'path' in call ? call.path : call.type;
    return [
      [`${name}, input`, call.input],
      [`${name}, output`, call.output],
    ];
  }),
  ...Object.values(consoleCalls).flatMap(({ input, output, path }): [string, TSchema][] => [
    [`${path} of the console, input`, input],
    [`${path} of the console, output`, output],
  ]),
  ...Array.from(channels, ([name, { message }]): [string, TSchema] => [name, message]),
  ...descriptions.map(({ schema, name }): [string, TSchema] => [name ?? Object.keys(schema.properties).join(), schema]),
  ['the answer to a socket call', AnswerMessage],
];

describe('a value conforms to a schema of the wire', () => {
  it.each(schemas)('exactly when the schema library agrees: %s', (_name, schema) => {
    fc.assert(
      fc.property(shaped(schema), spoiling, (value, spoil) => {
        const spoiled = spoil(value);
        return [value, spoiled].every((one) => conforms(schema, one) === Check(schema, one));
      }),
      { numRuns: 30 },
    );
  });

  it('or not: the generated values cover both results for every schema', () => {
    expect(schemas.length).toBeGreaterThan(80);
    const accepted = schemas.filter(([, schema]) =>
      conforms(schema, fc.sample(shaped(schema), { numRuns: 1, seed: 7 })[0]),
    );
    // Most generated values conform, so that both results are tested.
    expect(accepted.length).toBeGreaterThan(schemas.length * 0.8);
  });

  it('only if the schema has no unsupported keywords', () => {
    expect(() => conforms(Type.Number({ multipleOf: 2 }), 3)).toThrow('multipleOf');
    expect(() => conforms(Type.Array(Type.String(), { minContains: 1 }), [])).toThrow('minContains');
  });
});

/** The supported keywords of a schema. */
interface Said {
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly object[];
  readonly allOf?: readonly object[];
  readonly type?: string;
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: string[];
  readonly items?: object;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** Values that mostly conform to a schema. Calls share schemas, whose patterns take long to read: each is read once. */
function shaped(schema: object): fc.Arbitrary<unknown> {
  const known = arbitraries.get(schema) ?? arbitraryOf(schema);
  arbitraries.set(schema, known);
  return known;
}

const arbitraries = new WeakMap<object, fc.Arbitrary<unknown>>();

function arbitraryOf(schema: object): fc.Arbitrary<unknown> {
  const said: Said = schema;
  if ('const' in said) return fc.constant(said.const);
  if (said.enum !== undefined) return fc.constantFrom(...said.enum);
  if (said.anyOf !== undefined) return fc.oneof(...said.anyOf.map(shaped));
  if (said.allOf !== undefined) {
    return fc.tuple(...said.allOf.map(shaped)).map((parts) => Object.assign({}, ...parts) as unknown);
  }
  switch (said.type) {
    case 'object': {
      const fields = Object.entries(said.properties ?? {}).map(([name, field]) => [name, shaped(field)] as const);
      return fc.record(Object.fromEntries(fields), { requiredKeys: said.required ?? [] });
    }
    case 'array': {
      const length = { minLength: said.minItems ?? 0, maxLength: Math.min(said.maxItems ?? 3, 4) };
      return fc.array(shaped(said.items ?? {}), length);
    }
    case 'string': {
      if (said.pattern !== undefined) return fc.oneof(matching(said.pattern), fc.constant('1'));
      return fc.string({ minLength: said.minLength ?? 0, maxLength: Math.min(said.maxLength ?? 12, 12) });
    }
    case 'integer': {
      const min = Math.max(said.minimum ?? -9, -9);
      const most = Math.max(99, min + 99);
      return fc.integer({ min, max: Math.min(said.maximum ?? most, most) });
    }
    case 'number':
      return fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constant(0.5));
    case 'boolean':
      return fc.boolean();
    case undefined:
    default:
      return fc.constant(null);
  }
}

function matching(pattern: string): fc.Arbitrary<string> {
  const known = patterns.get(pattern) ?? fc.stringMatching(new RegExp(pattern));
  patterns.set(pattern, known);
  return known;
}

const patterns = new Map<string, fc.Arbitrary<string>>();

/** JSON values of unexpected types. */
const strange = [null, '', 'x', '1e5', -1, 0.5, true, [], {}, ['x'], 'a'.repeat(5_000)] as const;

/** Replaces a value, or a part of it, with an unexpected one. */
const spoiling: fc.Arbitrary<(value: unknown) => unknown> = fc
  .tuple(fc.constantFrom(...strange), fc.array(fc.nat(20), { maxLength: 4 }))
  .map(
    ([thing, path]) =>
      (value: unknown) =>
        replaced(value, path, thing),
  );

function replaced(value: unknown, path: readonly number[], thing: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined || typeof value !== 'object' || value === null) return thing;
  const keys = Object.keys(value);
  const key = keys[step % Math.max(keys.length, 1)];
  if (key === undefined) return thing;
  const changed = replaced((value as Record<string, unknown>)[key], rest, thing);
  return Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed };
}
