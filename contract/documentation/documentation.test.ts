import Type, { type TObject, type TSchema } from 'typebox';
import { describe, expect, test } from 'vitest';
import { channels } from '../capabilities.ts';
import { conforms } from '../conforms.ts';
import { Refusal } from '../envelope.ts';
import { errorKeys } from '../errors.ts';
import { CallMessage, ClientMessage, ErrorMessage, ReplyMessage } from '../socket/index.ts';
import {
  descriptions,
  documentedCalls,
  documentedSocketCalls,
  examples,
  refusalsOfNoCall,
  reservedRefusals,
  unknownFields,
} from './index.ts';

const calls = documentedCalls.flatMap((group) => group.calls);
const every = [...calls, ...documentedSocketCalls];
const messages = [
  ClientMessage,
  CallMessage,
  ReplyMessage,
  ErrorMessage,
  Refusal,
  ...Array.from(channels.values()).map(({ message }) => message),
];
const schemas: readonly TSchema[] = [...every.flatMap(({ call }) => [call.input, call.output]), ...messages];

test('every call is documented once', () => {
  expect(every.length).toBeGreaterThan(50);
  const names = every.map(({ call }) => ('path' in call ? `${call.method} ${call.path}` : call.type));
  expect(new Set(names).size).toBe(every.length);
});

describe('every field of the wire', () => {
  const objects = new Set(schemas.flatMap(objectsIn));

  test('is described in sentences', () => {
    const unsaid = [...objects].filter((object) => examples.describe(object) === undefined);
    expect(unsaid.map(({ properties }) => Object.keys(properties))).toEqual([]);
    for (const { fields, schema } of descriptions) {
      expect(Object.keys(fields).toSorted()).toEqual(Object.keys(schema.properties).toSorted());
      for (const [name, [says]] of Object.entries(fields))
        expect({ name, says: isText(says) }).toEqual({ name, says: true });
    }
  });

  test('is described only if it is used', () => {
    expect(descriptions.filter(({ schema }) => !objects.has(schema))).toEqual([]);
    const names = descriptions.flatMap(({ name }) => name ?? []);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('every example', () => {
  test('of a call conforms to its schemas and has no unknown fields', () => {
    for (const { call, input, output } of every) {
      const name = 'path' in call ? call.path : call.type;
      expect({ name, fits: conforms(call.input, input) }).toEqual({ name, fits: true });
      expect({ name, fits: conforms(call.output, output) }).toEqual({ name, fits: true });
      expect({ name, unknown: [...unknownFields(call.input, input), ...unknownFields(call.output, output)] }).toEqual({
        name,
        unknown: [],
      });
    }
  });

  test('of a socket message conforms to its schema and has no unknown fields', () => {
    for (const schema of messages) {
      const example = examples.of(schema);
      expect([example, conforms(schema, example), unknownFields(schema, example)]).toEqual([example, true, []]);
    }
  });
});

test('every error key is returned by a call or for an unknown address', () => {
  const answered = new Set([
    ...every.flatMap(({ general, refusals }) => [...general, ...refusals]),
    ...refusalsOfNoCall,
    ...reservedRefusals,
  ]);
  expect(errorKeys.filter((key) => !answered.has(key))).toEqual([]);
});

/** Every object with fields within a schema. */
function objectsIn(schema: TSchema): TObject[] {
  if (Type.IsObject(schema)) {
    const fields = Object.values(schema.properties);
    return fields.length === 0 ? [] : [schema, ...fields.flatMap(objectsIn)];
  }
  if (Type.IsIntersect(schema)) return schema.allOf.flatMap(objectsIn);
  if (Type.IsUnion(schema)) return schema.anyOf.flatMap(objectsIn);
  return Type.IsArray(schema) ? objectsIn(schema.items) : [];
}

function isText(says: string): boolean {
  return /^[A-Z`0-9‘“].*[.]$/.test(says);
}
