import { contentCalls, marketCalls, userCalls } from '@bourse/contract/console';
import { siteConfig } from '@bourse/contract/identity';
import { currencyMatches } from '@bourse/contract/markets';
import { buyAdd, buyList } from '@bourse/contract/spot';
import { newsList } from '@bourse/contract/content';
import { expect, test } from '@playwright/test';
import { Client } from './client.ts';
import { operator, Staff } from './staff.ts';
import { sharedVenue } from './shared-venue.ts';
import type { Venue } from './venue.ts';

const because = { reason_code: 'policy', reason: 'Decided in the weekly meeting' } as const;

test.describe("the operators' console", () => {
  let venue: Venue;
  sharedVenue({ simulator: false, environment: { CONSOLE_LISTEN: '127.0.0.1:0' } }, (opened) => {
    venue = opened;
  });

  test('lets two people run the venue, and shows everything in the audit log', async ({ browser }) => {
    const ann = await Staff.enrol(browser, venue, 'ann@venue.example', 'admin', 'risk', 'content');
    const bob = await Staff.enrol(browser, venue, 'bob@venue.example', 'admin', 'finance');
    const trader = new Client(venue.url);
    const { default_invite_code: invitation } = await trader.call(siteConfig, {});
    await trader.join('trader@example.org', invitation);

    // A new market trades at once.
    const { rows: currencies } = await ann.call(marketCalls.currencies, {});
    const idOf = (code: string): number => currencies.find((row) => row.code === code)?.id ?? 0;
    const listed = await ann.call(marketCalls.listMarket, {
      ...{
        base: idOf('XLM'),
        quote: idOf('BTC'),
        price_decimals: 8,
        tick: '0.00000001',
        amount_decimals: 0,
        lot: '1',
      },
      ...{ price_step: '0.00000001', quantity_step: '1', min_notional: '0.0001', slippage: '0.05', price_band: null },
      ...{ max_open_orders: 200, self_trade_prevention: 'expire_maker', sell_blocked: false },
      ...{ maker_fee: '0.001', taker_fee: '0.001', state: 'open', ...because },
    });
    const market = listed.result?.id ?? 0;
    expect(market).toBeGreaterThan(0);
    expect(JSON.stringify(await trader.call(currencyMatches, {}))).toContain('XLM');
    await trader.call(buyAdd, { currency_match_id: market, number: '1000', price: '0.00001' });

    // Settings change without a restart: from now on a second person has to agree.
    await ann.open('Site settings');
    await ann.page.goto('/settings?row=console_four_eyes');
    await ann.page.getByRole('button', { name: 'Change' }).click();
    await ann.page.getByRole('dialog').getByRole('combobox').first().selectOption({ label: 'On' });
    await ann.confirm('Change', 'Two people decide from now on');

    const fee = await bob.call(marketCalls.market, { id: market });
    const asked = await bob.call(marketCalls.setFees, {
      ...{ id: market, version: fee.version, tier: 0, rates: { maker_fee: '0', taker_fee: '0.002' }, ...because },
    });
    expect(asked.approval).toBeGreaterThan(0);
    expect((await bob.call(marketCalls.market, { id: market })).taker_fee).toBe('0.001');
    await ann.open('Approvals');
    await ann.row(/markets\/fees/).click();
    await ann.page.getByRole('button', { name: 'Approve' }).click();
    await ann.confirm('Approve', 'The new fee was agreed');
    await expect
      .poll(async () => (await bob.call(marketCalls.market, { id: market })).taker_fee, { intervals: [50] })
      .toBe('0.002');

    // Halting and opening again.
    const { version } = await ann.call(marketCalls.market, { id: market });
    const halted = await ann.call(marketCalls.changeState, { id: market, version, state: 'halted', ...because });
    await expect(
      trader.call(buyAdd, { currency_match_id: market, number: '1000', price: '0.00001' }),
    ).rejects.toThrow();
    await ann.call(marketCalls.changeState, { id: market, version: halted.version, state: 'open', ...because });
    await trader.call(buyAdd, { currency_match_id: market, number: '1000', price: '0.00001' });

    // A notice in three languages.
    const titles = [
      ['en', 'XLM/BTC is open'],
      ['de', 'XLM/BTC ist eröffnet'],
      ['zh', 'XLM/BTC 已上线'],
    ] as const;
    const texts = titles.map(([language, title]) => ({ language, title, summary: '', content: `<p>${title}</p>` }));
    const notice = { id: null, version: 0, category: 22, position: 0, banner: '', texts, ...because };
    const saved = await ann.call(contentCalls.saveArticle, notice);
    await ann.call(contentCalls.publishArticle, { ...saved, ...because });
    for (const [lang, title] of titles) {
      const reader = new Client(venue.url, lang);
      const { data } = await reader.call(newsList, { category_id: 22 });
      expect(data.map((row) => row.title)).toContain(title);
    }

    // A user is stopped: no new orders, and those that wait are cancelled.
    const [found] = (await ann.call(userCalls.users, { search: 'trader@example.org' })).rows;
    await ann.call(userCalls.stopUserTrading, { id: found?.id ?? 0, ...because });
    await expect(
      trader.call(buyAdd, { currency_match_id: market, number: '1000', price: '0.00001' }),
    ).rejects.toThrow();
    expect((await trader.call(buyList, {})).total).toBe(0);

    // Everything is in the audit log, whose chain the machine verifies.
    await ann.open('Audit');
    for (const action of [
      'markets/list',
      'settings/change',
      'markets/fees',
      'markets/state',
      'articles/publish',
      'user/stop-trading',
    ]) {
      await expect(ann.row(new RegExp(action))).toBeVisible();
    }
    expect(await operator(venue, 'verify')).toContain('The audit log is unchanged');
    expect([...ann.errors, ...bob.errors]).toEqual([]);
  });
});
