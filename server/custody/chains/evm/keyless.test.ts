import { expect, test } from 'vitest';
import { isKeyless } from './keyless.ts';

test('no one has the key of zero, of precompiled contracts and of burn addresses', () => {
  const small = (value: number): string => `0x${value.toString(16).padStart(40, '0')}`;
  for (const address of [small(0), small(1), small(0x11), small(0x100), '0x000000000000000000000000000000000000dEaD']) {
    expect(isKeyless(address)).toBe(true);
  }
  expect(isKeyless(small(0xc1))).toBe(false);
  expect(isKeyless('0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1')).toBe(false);
});
