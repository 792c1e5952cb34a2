import Type from 'typebox';
import { expect, test } from 'vitest';
import { documentedCalls, documentedSocketCalls } from './documentation/index.ts';

/** Ids of public objects, of the caller's own device, and ids chosen by the caller. */
const nobodysOwn = new Set([
  'account_type_id',
  'area_id',
  'category_id',
  'currency_id',
  'currency_match_id',
  'device_id',
]);

/** Ids in calls without the access `owner`, and the objects that they identify. */
const others: Readonly<Record<string, string>> = {
  'account/detail id': 'nothing: it is ignored',
  'news/info id': 'an article',
  'order.add client_order_id': 'a new client order id',
  'storage_currency/submit_lock id': 'a product',
  'tx_in/add client_order_id': 'a new client order id',
  'tx_out/add client_order_id': 'a new client order id',
};

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
  expect(undeclared.toSorted()).toEqual(Object.keys(others));
});
