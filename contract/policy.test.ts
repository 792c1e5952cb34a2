import Type from 'typebox';
import { expect, test } from 'vitest';
import { documentedCalls, documentedSocketCalls, publicIds } from './documentation/index.ts';

/** Ids of public objects, of the caller's own device, and ids chosen by the caller. */
const nobodysOwn = new Set([
  'account_type_id',
  'area_id',
  'category_id',
  'currency_id',
  'currency_match_id',
  'device_id',
]);

test("every call that takes the id of a user's object is declared with the access `owner`", () => {
  const undeclared: string[] = [];
  const calls = [...documentedCalls.flatMap((group) => group.calls), ...documentedSocketCalls];
  for (const { call } of calls) {
    const name = 'path' in call ? call.path : call.type;
    for (const field of Object.keys(Type.IsObject(call.input) ? call.input.properties : {})) {
      if (!/(?:^|_)ids?$/.test(field) || nobodysOwn.has(field) || call.access === 'owner') continue;
      undeclared.push(`${name} ${field}`);
    }
  }
  expect(undeclared.toSorted()).toEqual([...publicIds.keys()].toSorted());
});
