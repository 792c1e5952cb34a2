import { describe, expect, test } from 'vitest';
import { castViolations } from './cast-law.ts';
import { parseSource } from './source.ts';

describe('the law of casts', () => {
  test.each(['const a = 1 as Amount;', 'const a = f((b + c) as Amount);'])('refuses %s', (text) => {
    expect(castViolations(parseSource('engine/spot/a.ts', text))).toHaveLength(1);
    expect(castViolations(parseSource('server/trading/spot/a.test.ts', text))).toHaveLength(1);
  });

  test('accepts them where amounts are branded, and casts to other types', () => {
    expect(castViolations(parseSource('engine/money.ts', 'const a = 1 as Amount;'))).toEqual([]);
    expect(castViolations(parseSource('engine/spot/a.ts', 'const a = 1 as Lots; const b = [1] as const;'))).toEqual([]);
  });
});
