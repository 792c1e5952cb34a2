import Type from 'typebox';
import { expect, test } from 'vitest';
import { documentedCalls, documentedSocketCalls } from './documentation/index.ts';

/** Ids of what is everybody's, of the caller's own device, and such as the caller gives himself. */
const nobodysOwn = new Set([
  'account_type_id',
  'area_id',
  'category_id',
  'currency_id',
  'currency_match_id',
  'device_id',
]);

/** Ids of calls that are not declared to name what somebody has, and what they are of. */
const others: Readonly<Record<string, string>> = {
  'account/detail id': 'nothing: it is not looked at',
  'news/info id': 'an article',
  'order.add client_order_id': 'a name for what is to be',
  'storage_currency/submit_lock id': 'a product',
  'tx_in/add client_order_id': 'a name for what is to be',
  'tx_out/add client_order_id': 'a name for what is to be',
};

test('whatever takes the id of something that somebody has is declared to', () => {
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
