import { describe, expect, it } from 'vitest';
import { shorten } from './shorten.ts';

describe('a shortened name', () => {
  it('of at most nine characters is kept whole', () => {
    expect(shorten('')).toBe('');
    expect(shorten('Avalanche')).toBe('Avalanche');
  });

  it('of more than nine characters loses its last four', () => {
    expect(shorten('Chainlink2')).toBe('Chainl…');
    expect(shorten('ann@example.org')).toBe('ann@example…');
  });

  it('counts characters, not UTF-16 code units', () => {
    expect(shorten('🪙🪙🪙🪙🪙🪙🪙🪙🪙')).toBe('🪙🪙🪙🪙🪙🪙🪙🪙🪙');
    expect(shorten('🪙🪙🪙🪙🪙🪙🪙🪙🪙🪙')).toBe('🪙🪙🪙🪙🪙🪙…');
  });
});
