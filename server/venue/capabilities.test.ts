import { channels } from '@bourse/contract/capabilities';
import { expect, test } from 'vitest';
import { capabilities } from './capabilities.ts';

test('every channel of the contract is registered by exactly one capability', () => {
  const declared = [...channels].flatMap(([name, { begins }]) => (begins === 'sub' ? [name] : []));
  const registered = capabilities.flatMap((capability) => capability.channels ?? []).map(({ name }) => name);
  expect(registered.toSorted()).toEqual(declared.toSorted());
});
