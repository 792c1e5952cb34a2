import { expect, test } from 'vitest';
import * as contract from './index.ts';
import type { Policy } from './policy.ts';

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
  'tx_in/add client_order_id': 'a name for what is to be',
  'tx_out/add client_order_id': 'a name for what is to be',
};

test('whatever takes the id of something that somebody has is declared to', () => {
  const undeclared: string[] = [];
  for (const call of Object.values<unknown>(contract).filter(isCall)) {
    const name = call.path ?? call.type;
    for (const field of Object.keys(call.input.properties)) {
      if (!/(?:^|_)ids?$/.test(field) || nobodysOwn.has(field) || call.access === 'owner') continue;
      undeclared.push(`${String(name)} ${field}`);
    }
  }
  expect(undeclared.toSorted()).toEqual(Object.keys(others));
});

interface Declared extends Policy {
  readonly path?: unknown;
  readonly type?: unknown;
  readonly input: { readonly properties: object };
}

function isCall(value: unknown): value is Declared {
  return typeof value === 'object' && value !== null && 'access' in value && 'input' in value;
}
