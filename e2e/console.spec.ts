import { marketCalls, secondsCalls } from '@bourse/contract/console';
import { siteConfig } from '@bourse/contract/identity';
import { currencyMatches } from '@bourse/contract/markets';
import { buyAdd, buyList } from '@bourse/contract/spot';
import { newsList } from '@bourse/contract/content';
import { expect, test } from '@playwright/test';
import { Client } from './client.ts';
import { operator } from './operator.ts';
import { Staff } from './staff.ts';
import { sharedVenue } from './shared-venue.ts';
import type { Venue } from './venue.ts';

const units = {
  'Price decimals': '8',
  Tick: '0.00000001',
  'Amount decimals': '0',
  Lot: '1',
  'Price step': '0.00000001',
  'Quantity step': '1',
  'Minimum order value': '0.0001',
};

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
    await ann.open('Markets');
    await ann.page.getByRole('button', { name: 'List a market' }).click();
    const listing = ann.dialog();
    await listing.getByLabel('Base currency').selectOption('XLM');
    await listing.getByLabel('Quote currency').selectOption('BTC');
    for (const [field, value] of Object.entries(units)) await listing.getByLabel(field, { exact: true }).fill(value);
    await expect(listing.getByText('Value of one lot')).toBeVisible();
    await listing.getByRole('radio', { name: 'Open' }).check();
    await ann.confirm('List a market', 'Asked for by many traders');
    await expect(ann.row(/XLM\/BTC/)).toBeVisible();
    const markets = await ann.call(marketCalls.markets, { q: 'XLM/BTC' });
    const market = markets.rows[0]?.id ?? 0;
    expect(market).toBeGreaterThan(0);
    expect(JSON.stringify(await trader.call(currencyMatches, {}))).toContain('XLM');
    const order = { currency_match_id: market, number: '1000', price: '0.00001' };
    await trader.call(buyAdd, order);

    // Settings change without a restart: from now on a second person has to agree.
    await ann.open('Site settings');
    await ann.page.goto('/settings?row=console_four_eyes');
    await ann.page.getByRole('button', { name: 'Change' }).click();
    await ann.page.getByRole('dialog').getByRole('combobox').first().selectOption({ label: 'On' });
    await ann.confirm('Change', 'Two people decide from now on');

    await bob.open('Markets');
    await bob.row(/XLM\/BTC/).click();
    await bob.page.getByRole('button', { name: 'Set fees' }).click();
    await bob.dialog().getByLabel('Taker fee').fill('0.2');
    await bob.confirm('Set fees', 'Fees of the new market');
    expect((await bob.call(marketCalls.market, { id: market })).taker_fee).toBe('0.001');
    await ann.open('Approvals');
    await ann.row(/markets\/fees/).click();
    await ann.page.getByRole('button', { name: 'Approve' }).click();
    await ann.confirm('Approve', 'The new fee was agreed');
    await expect(bob.page.getByRole('complementary').getByText('0.2%').first()).toBeVisible();
    expect((await bob.call(marketCalls.market, { id: market })).taker_fee).toBe('0.002');

    // A lower payout of seconds contracts applies at once; a higher one waits for a second person.
    await ann.open('Seconds contracts');
    await ann.page.getByRole('button', { name: 'Change durations' }).click();
    await ann.dialog().getByLabel('Durations and payouts').fill('30×75 60×80');
    await expect(ann.dialog().getByText(/a second person/i)).toBeHidden();
    await ann.confirm('Change durations', 'Two short durations suffice');
    expect(await payouts(ann)).toEqual({ 30: '0.75', 60: '0.8' });
    await ann.page.getByRole('button', { name: 'Change durations' }).click();
    await ann.dialog().getByLabel('Durations and payouts').fill('30×75 60×85');
    await expect(ann.dialog().getByText(/a second person/i)).toBeVisible();
    await ann.confirm('Change durations', 'A better offer for a minute');
    expect(await payouts(ann)).toEqual({ 30: '0.75', 60: '0.8' });
    await bob.open('Approvals');
    await bob.row(/seconds\/configure/).click();
    await bob.page.getByRole('button', { name: 'Approve' }).click();
    await bob.confirm('Approve', 'The offer was agreed');
    await expect.poll(() => payouts(ann)).toEqual({ 30: '0.75', 60: '0.85' });

    // Halting and opening again.
    await ann.open('Markets');
    await ann.row(/XLM\/BTC/).click();
    await ann.changeState('Halted', 'The price source is checked');
    await expect(trader.call(buyAdd, order)).rejects.toThrow();
    await ann.changeState('Open', 'The price source is right');
    await trader.call(buyAdd, order);

    // A notice in three languages.
    const titles = [
      ['en', 'XLM/BTC is open', 'English'],
      ['de', 'XLM/BTC ist eröffnet', 'Deutsch'],
      ['zh', 'XLM/BTC 已上线', '简体中文'],
    ] as const;
    await ann.open('Content');
    await ann.page.getByRole('button', { name: 'New article' }).click();
    for (const [, title, language] of titles) {
      await ann.page.getByRole('tab', { name: language }).click();
      const add = ann.page.getByRole('button', { name: 'Write it' });
      await expect(add.or(ann.page.getByLabel('Title'))).toBeVisible();
      if (await add.isVisible()) await add.click();
      await ann.page.getByLabel('Title').fill(title);
      await ann.page.getByLabel('Text (HTML)').fill(`<p>${title}</p>`);
      await expect(ann.page.getByRole('region', { name: 'Preview' })).toContainText(title);
    }
    await ann.page.getByRole('button', { name: 'Save draft' }).click();
    await ann.confirm('Save draft', 'The notice of the new market');
    await ann.row(titles[0][1]).click();
    await ann.page.getByRole('button', { name: 'Publish', exact: true }).click();
    await ann.confirm('Publish', 'The market has opened');
    for (const [lang, title] of titles) {
      const reader = new Client(venue.url, lang);
      const { data } = await reader.call(newsList, { category_id: 22 });
      expect(data.map((row) => row.title)).toContain(title);
    }

    // A user is stopped: no new orders, and those that wait are cancelled.
    await ann.open('Users');
    await ann.page.getByLabel('Search', { exact: true }).fill('trader@example.org');
    await ann.row(/@example\.org/).click();
    await ann.page.getByRole('button', { name: 'Stop trading' }).click();
    await ann.confirm('Stop trading', 'Orders that look like manipulation');
    await expect(trader.call(buyAdd, order)).rejects.toThrow();
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

/** The payouts of seconds contracts by duration. */
async function payouts(staff: Staff): Promise<Readonly<Record<number, string>>> {
  const { rows } = await staff.call(secondsCalls.secondsSettings, {});
  return Object.fromEntries(rows.flatMap(({ options }) => options.map(({ seconds, ratio }) => [seconds, ratio])));
}
