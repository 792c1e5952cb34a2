import { noticeTemplates, type NoticeTemplate } from '@bourse/contract/alerts';
import type { TFunction } from 'i18next';
import { describe, expect, test } from 'vitest';
import { noticeTexts } from './notice-texts.ts';

const t = ((key: string) => key) as unknown as TFunction;
const shown = { trimmed: (figure: string) => figure };

function linkOf(template: string, figures: Readonly<Record<string, string>>) {
  const { search, to } = noticeTexts({ template, figures }, t, shown);
  return { search, to };
}

describe('a notice', () => {
  const order = { number: '2026113000007', id: '7', amount: '720', fiat: 'CNY', coins: '100', currency: 'USDT' };

  test('about an order opens it, on the side of its reader', () => {
    expect(linkOf('p2p_paid', { ...order, shop: '1' })).toEqual({ to: '/myshop/shoporderdetail', search: { id: '7' } });
    expect(linkOf('p2p_released', { ...order, shop: '0' })).toEqual({
      to: '/legalIndex/orderdetail',
      search: { id: '7' },
    });
  });

  test('about an order without its id opens the list', () => {
    expect(linkOf('p2p_paid', { ...order, id: '', shop: '1' })).toEqual({ to: '/myshop/shoporders' });
    expect(linkOf('p2p_paid', { ...order, id: '', shop: '0' })).toEqual({ to: '/legalIndex/orders' });
  });

  test('about a shop opens it, and about compensation the account with the coins', () => {
    expect(linkOf('p2p_ad_suspended', { ad: '3' })).toEqual({ to: '/myshop/myshoporders' });
    expect(linkOf('p2p_damage_paid', { coins: '100', currency: 'USDT', words: 'As agreed' })).toEqual({
      to: '/assets/legalAccount',
    });
  });

  test('about an order always names its id and side', () => {
    const templates: [string, { readonly figures: readonly string[] }][] = Object.entries(noticeTemplates);
    const incomplete = templates.filter(
      ([, { figures }]) => figures.includes('number') && !(figures.includes('id') && figures.includes('shop')),
    );
    expect(incomplete.map(([name]) => name)).toEqual([] satisfies NoticeTemplate[]);
  });

  test('of a newer server shows its name', () => {
    expect(noticeTexts({ template: 'of_the_future', figures: {} }, t, shown)).toEqual({
      title: 'of_the_future',
      text: '',
      to: null,
    });
  });
});
