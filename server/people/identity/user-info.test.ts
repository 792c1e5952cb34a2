import { expect, test } from 'vitest';
import { securityLevel } from './user-info.ts';

test.each([
  [50, { mobileBound: false, emailBound: false, verified: false }],
  [75, { mobileBound: false, emailBound: true, verified: false }],
  [100, { mobileBound: true, emailBound: true, verified: false }],
  [100, { mobileBound: true, emailBound: true, verified: true }],
])('the security level is %i with %o', (level, has) => {
  expect(securityLevel(has)).toBe(level);
});
