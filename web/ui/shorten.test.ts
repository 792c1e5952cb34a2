import { describe, expect, it } from 'vitest';
import { shorten } from './shorten.ts';

describe('a long name', () => {
  it('of at most nine characters is shown whole', () => {
    expect(shorten('')).toBe('');
    expect(shorten('Avalanche')).toBe('Avalanche');
  });

  it('of more loses its last four', () => {
    expect(shorten('Chainlink2')).toBe('Chainl…');
    expect(shorten('ann@example.org')).toBe('ann@example…');
  });

  it('is counted in characters, not in their halves', () => {
    expect(shorten('🪙🪙🪙🪙🪙🪙🪙🪙🪙')).toBe('🪙🪙🪙🪙🪙🪙🪙🪙🪙');
    expect(shorten('🪙🪙🪙🪙🪙🪙🪙🪙🪙🪙')).toBe('🪙🪙🪙🪙🪙🪙…');
  });
});
