import Type, { type TObject, type TSchema } from 'typebox';
import { describe, expect, test } from 'vitest';
import { conforms } from '../conforms.ts';
import { Examples } from '../documentation/examples.ts';
import { unknownFields } from '../documentation/unknown-fields.ts';
import { documentation as payments } from '../payments/documentation.ts';
import { documentation } from './documentation.ts';
import { p2pChannels } from './index.ts';

const { chapters = [], objects } = documentation;
const calls = chapters.flatMap((chapter) => chapter.calls.map(({ call }) => call));
const messages = Object.values(p2pChannels).map(({ message }) => message);
const schemas: readonly TSchema[] = [...calls.flatMap(({ input, output }) => [input, output]), ...messages];
const examples = new Examples([...objects, ...payments.objects]);

test('every call is documented once', () => {
  const paths = calls.map(({ path }) => path);
  expect(paths.filter((path) => path.startsWith('legal/')).length).toBe(24);
  expect(paths.filter((path) => path.startsWith('shop/')).length).toBe(11);
  expect(new Set(paths).size).toBe(paths.length);
});

describe('the examples', () => {
  test.each(calls.map((call) => [call.path, call] as const))(
    'of %s conform and have no unknown fields',
    (_, { input, output }) => {
      const [sent, answered] = [examples.of(input), examples.of(output)];
      expect([conforms(input, sent), conforms(output, answered)]).toEqual([true, true]);
      expect([...unknownFields(input, sent), ...unknownFields(output, answered)]).toEqual([]);
    },
  );

  test('of messages conform', () => {
    for (const message of messages) expect(conforms(message, examples.of(message))).toBe(true);
  });
});

test('every object is described, and none that is not used', () => {
  const used = new Set(schemas.flatMap(objectsIn));
  expect([...used].filter((object) => examples.describe(object) === undefined)).toEqual([]);
  expect(objects.filter(({ schema }) => !used.has(schema)).map(({ name }) => name)).toEqual([]);
});

/** Every object with fields within a schema. */
function objectsIn(schema: TSchema): TObject[] {
  if (Type.IsObject(schema)) {
    const fields = Object.values(schema.properties);
    return fields.length === 0 ? [] : [schema, ...fields.flatMap(objectsIn)];
  }
  if (Type.IsUnion(schema)) return schema.anyOf.flatMap(objectsIn);
  return Type.IsArray(schema) ? objectsIn(schema.items) : [];
}
