import { describe, expect, it } from 'vitest';
import { entryOf, shownEntries } from './navigation.ts';

const names = (isSeller: boolean): string[] => shownEntries(isSeller).map(({ name }) => name);

describe('the navigation', () => {
  it('links to the products, the assets and the white paper, but not to the markets', () => {
    expect(names(false)).toEqual(['trade', 'lever', 'second', 'deposit', 'legal', 'assets', 'white']);
  });

  it('also links sellers to their shop', () => {
    expect(names(true)).toEqual(['trade', 'lever', 'second', 'deposit', 'legal', 'myshop', 'assets', 'white']);
  });

  it('finds the entry of a page, also of the pages below it', () => {
    expect(entryOf('/assets/transfer')?.name).toBe('assets');
    expect(entryOf('/markets')?.name).toBe('market');
    expect(entryOf('/whitelist')).toBeNull();
    expect(entryOf('/home')).toBeNull();
  });
});
