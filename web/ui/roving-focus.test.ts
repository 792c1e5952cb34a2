import { describe, expect, it } from 'vitest';
import { roveTo } from './roving-focus.ts';

describe('roving focus', () => {
  it.each([
    ['ArrowRight', 'horizontal', 0, 1],
    ['ArrowRight', 'horizontal', 2, 0],
    ['ArrowLeft', 'horizontal', 0, 2],
    ['ArrowLeft', 'horizontal', 2, 1],
    ['ArrowDown', 'vertical', -1, 0],
    ['ArrowUp', 'vertical', -1, 2],
    ['Home', 'vertical', 2, 0],
    ['End', 'horizontal', 0, 2],
  ] as const)('%s in a %s group moves from %i to %i of three controls', (key, orientation, from, to) => {
    expect(roveTo(key, orientation, from, 3)).toBe(to);
  });

  it.each([
    ['ArrowDown', 'horizontal'],
    ['ArrowRight', 'vertical'],
    ['Enter', 'horizontal'],
    ['a', 'vertical'],
  ] as const)('%s in a %s group moves nothing', (key, orientation) => {
    expect(roveTo(key, orientation, 1, 3)).toBeNull();
  });

  it('moves nothing in an empty group', () => {
    expect(roveTo('End', 'vertical', -1, 0)).toBeNull();
  });
});
