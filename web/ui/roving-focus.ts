/**
 * The index that a key moves the focus to, in a group of `count` controls with a single tab stop. Null for every other
 * key. `current` is -1 while none of them has the focus.
 */
export function roveTo(
  key: string,
  orientation: 'horizontal' | 'vertical',
  current: number,
  count: number,
): number | null {
  if (count === 0) return null;
  switch (key) {
    case orientation === 'horizontal' ? 'ArrowRight' : 'ArrowDown':
      return (current + 1) % count;
    case orientation === 'horizontal' ? 'ArrowLeft' : 'ArrowUp':
      return current <= 0 ? count - 1 : current - 1;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
