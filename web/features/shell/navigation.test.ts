import { describe, expect, it } from 'vitest';
import { entryOf, shownEntries } from './navigation.ts';

const names = (isSeller: boolean): string[] => shownEntries(isSeller).map(({ name }) => name);

describe('the navigation', () => {
  it('leads to trade, leverage, options, fixed-term deposits, assets and the white paper; the markets are not in it', () => {
    expect(names(false)).toEqual(['trade', 'lever', 'second', 'deposit', 'assets', 'white']);
  });

  it('leads sellers to their shop as well', () => {
    expect(names(true)).toEqual(['trade', 'lever', 'second', 'deposit', 'myshop', 'assets', 'white']);
  });

  it('knows to which entry a page belongs, also the pages below it', () => {
    expect(entryOf('/assets/transfer')?.name).toBe('assets');
    expect(entryOf('/markets')?.name).toBe('market');
    expect(entryOf('/whitelist')).toBeNull();
    expect(entryOf('/home')).toBeNull();
  });
});
