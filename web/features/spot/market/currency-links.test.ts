import { describe, expect, it } from 'vitest';
import { currencyLinks } from './currency-links.ts';

describe('the links of a currency', () => {
  const none = {
    official_website_address: '',
    block_explorer: '',
    github_url: '',
    twitter_url: '',
    telegram_url: '',
  };

  it('are those with an address', () => {
    expect(currencyLinks(none)).toEqual([]);
    expect(
      currencyLinks({ ...none, telegram_url: 'https://t.me/coin', official_website_address: 'http://coin.example' }),
    ).toEqual([
      { kind: 'website', address: 'http://coin.example/' },
      { kind: 'telegram', address: 'https://t.me/coin' },
    ]);
  });

  it('lead only to websites', () => {
    for (const address of [
      'javascript:alert(1)',
      ' JavaScript:alert(1)',
      'data:text/html,x',
      '//coin.example',
      'coin.example',
      '/assets',
      'ftp://coin.example',
      'https://',
    ]) {
      expect(currencyLinks({ ...none, github_url: address })).toEqual([]);
    }
  });
});
