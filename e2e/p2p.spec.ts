import { AxeBuilder } from '@axe-core/playwright';
import { p2pCalls } from '@bourse/contract/console';
import { legalCurrencies, legalList } from '@bourse/contract/p2p';
import { savePayMethod } from '@bourse/contract/payments';
import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { Client } from './client.ts';
import { arriveMerchant, arriveVerified, type Trader } from './merchant.ts';
import { Person } from './person.ts';
import { sharedVenue } from './shared-venue.ts';
import { openShop, prepareShop } from './shops.ts';
import { changeSetting } from './site-settings.ts';
import { StaffSession } from './staff-session.ts';
import { recordToasts } from './toast.ts';
import type { Venue } from './venue.ts';
import { tradePassword } from './verified-user.ts';

const usdt = 3;
/** A merchant releases after 20 to 60 seconds. */
const merchantMs = 90_000;

test.describe('peer-to-peer fiat trading', () => {
  let venue: Venue;
  let people = 0;
  let staff: StaffSession;
  sharedVenue({ simulator: true, environment: { CONSOLE_LISTEN: '127.0.0.1:0' } }, async (opened) => {
    venue = opened;
    staff = await StaffSession.enrol(venue, 'rita@venue.example', 'admin', 'risk');
    for (const setting of ['phone_accounts', 'demo_review_seconds', 'p2p_appeal_minutes']) {
      await changeSetting(staff, setting, 1);
    }
    await changeSetting(staff, 'payment_types', 'alipay,wxpay,bank,sepa');
  });

  /** A verified person with a bank account and coins, logged in in a browser. */
  async function arrive(browser: Browser, account: string): Promise<Trader> {
    people += 1;
    return arriveVerified(browser, venue, account, people);
  }

  async function arriveToSell(browser: Browser): Promise<Trader> {
    people += 1;
    return arriveMerchant(browser, venue, people);
  }

  /** The id of an ad that sells USDT for a fixed price, by all payment methods of a merchant. */
  async function openShopOf({ client }: Trader, name: string): Promise<number> {
    await prepareShop(client);
    return openShop(client, name, { side: 'sell', min: '10', max: '400', total: '1000' });
  }

  test('a visitor sees ads, and is sent to the login to trade', async ({ browser }) => {
    const visitor = await Person.arrive(browser, venue.url);
    const { page } = visitor;
    await page.goto('/legalIndex');
    await expect(page).toHaveURL(/\/legalIndex\/legal/);
    await expect(page.getByText('This is a demo: no real money is paid.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Log in to trade.' }).first()).toBeVisible();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    expect(visitor.errors).toEqual([]);
  });

  test('a person buys from a merchant and sells to one', async ({ browser }) => {
    test.setTimeout(4 * merchantMs);
    const ann = await arrive(browser, 'ann@example.org');
    const { page } = ann;
    await page.goto('/legalIndex/legal');
    await page.getByRole('button', { name: 'Buy USDT' }).first().click();
    await expect(
      page.getByText(/^An order that is not paid within \d+ min is cancelled automatically\.$/),
    ).toBeVisible();
    await page.getByLabel('You pay').fill('1');
    await expect(page.getByText(/^The smallest order is/)).toBeVisible();
    await take(page, 'Buy USDT', await smallest(ann.client, 'buy'));
    await expect(page.getByText('Waiting for payment')).toBeVisible();

    // Nothing is marked as paid without the voucher and the own name.
    await page.getByRole('button', { name: 'I have paid' }).click();
    await expect(page.getByText('Please upload the payment voucher first.')).toBeVisible();
    await markPaid(page);
    await expect(page.getByText(/is in your fiat account\.$/)).toBeVisible({ timeout: merchantMs });
    await expect(chat(page).getByText('The seller released the coins.')).toBeVisible();
    await page.getByRole('button', { name: 'Send rating' }).click();
    await expect(page.getByRole('heading', { name: 'Your rating' })).toBeVisible();

    await page.goto('/legalIndex/legal?side=sell');
    await page.getByRole('button', { name: 'Sell USDT' }).first().click();
    await page.getByRole('button', { name: 'Transfer' }).click();
    const transfer = page.getByRole('dialog', { name: 'Transfer' });
    await transfer.getByRole('textbox', { name: 'Amount' }).fill('500');
    await transfer.getByRole('button', { name: 'Transfer', exact: true }).click();
    await expect(page.getByTestId('announcer')).toHaveText('Transfer completed.');
    await page.keyboard.press('Escape');
    await expect(page.getByText(/In your fiat account: [1-9]/)).toBeVisible();
    await page.getByLabel('Trade password').fill(tradePassword);
    await take(page, 'Sell USDT', await smallest(ann.client, 'sell'));
    await expect(page.getByText('Confirm payment', { exact: true })).toBeVisible({ timeout: merchantMs });
    await release(page);
    await expect(page.getByText(/was credited to the buyer\.$/)).toBeVisible();
    await page.goto('/legalIndex/orders');
    await expect(page.getByRole('row')).toHaveCount(3);
    expect(ann.person.errors).toEqual([]);
  });

  test('two people talk, one pays late to one of two accounts, and the other reopens the order and releases', async ({
    browser,
  }) => {
    test.setTimeout(2 * merchantMs);
    const mia = await arriveToSell(browser);
    const sepa = { real_name: 'Ann Lee', iban: 'DE89370400440532013000' };
    await mia.client.call(savePayMethod, { type: 'sepa', raw_data: sepa, pay_password: tradePassword });
    const ad = await openShopOf(mia, 'Mia Exchange');
    const bob = await arrive(browser, 'bob@example.org');
    const id = await order(bob, ad, '50');
    await mia.page.goto(`/legalIndex/orderdetail?id=${id}`);
    const toasts = await recordToasts(mia.page);

    await say(bob.page, 'Hello, see https://example.org or my telegram');
    const seen = chat(mia.page).getByText('Hello, see https://example.org or my telegram');
    await expect(seen).toBeVisible();
    await expect(chat(mia.page).getByRole('link')).toHaveCount(0);
    await expect(chat(mia.page).getByText(/^Do not switch to another messenger/)).toBeVisible();
    await say(mia.page, 'Hello Bob');
    await expect(chat(bob.page).getByText('Hello Bob')).toBeVisible();

    await bob.page.getByRole('button', { name: 'Cancel order' }).click();
    const question = bob.page.getByRole('dialog', { name: 'Cancel this order?' });
    await expect(question.getByRole('button', { name: 'Keep order' })).toBeFocused();
    await question.getByRole('button', { name: 'Cancel order' }).click();
    await expect(bob.page.getByText('Cancelled by the buyer')).toBeVisible();
    await expect(mia.page.getByText('Cancelled by the buyer')).toBeVisible();

    const late = bob.page.getByRole('region', { name: 'I paid too late' });
    await upload(late);
    // The seller has to know which of several accounts to look at.
    const file = late.getByRole('button', { name: 'I paid too late' });
    await expect(file).toHaveAttribute('aria-disabled', 'true');
    await late.getByRole('radio', { name: /^SEPA transfer/ }).check();
    await file.click();
    await expect(late.getByText(/^Late payment reported/)).toBeVisible();
    await expect(mia.page.getByRole('region', { name: 'Payee’s account' }).getByText(sepa.iban)).toBeVisible();
    await mia.page.getByRole('button', { name: 'Reopen order' }).click();
    const reopen = mia.page.getByRole('dialog', { name: 'Reopen order' });
    await reopen.getByLabel('Trade password').fill(tradePassword);
    await reopen.getByRole('button', { name: 'Reopen order' }).click();
    await expect(mia.page.getByText('Confirm payment', { exact: true })).toBeVisible();
    await release(mia.page);
    await bob.page.getByRole('button', { name: 'Open order' }).click();
    await expect(bob.page.getByText(/is in your fiat account\.$/)).toBeVisible();
    await expect(bob.page.getByText(/^50\sEUR$/).first()).toBeVisible();

    // The page of an order says what happens to it, and no notice repeats that.
    const shown = await toasts();
    expect(shown).toContain('The buyer cancelled the order.');
    expect(shown.filter((text) => /^(Order|Late payment for order) \d/.test(text))).toEqual([]);
    expect([...mia.person.errors, ...bob.person.errors]).toEqual([]);
  });

  test('staff decide an appeal, and both sides read why', async ({ browser }) => {
    test.setTimeout(3 * merchantMs);
    const eve = await arriveToSell(browser);
    const ad = await openShopOf(eve, 'Eve Exchange');
    const dan = await arrive(browser, 'dan@example.org');
    const id = await order(dan, ad, '60');

    // On a phone the next action stays beside the chat, and shows what it lacks.
    await dan.page.setViewportSize({ width: 390, height: 844 });
    await dan.page.getByRole('tab', { name: 'Chat' }).click();
    await expect(dan.page.getByRole('form', { name: 'Payment' })).toBeHidden();
    await dan.page.getByRole('button', { name: 'I have paid' }).click();
    await expect(dan.page.getByRole('tab', { name: 'Order' })).toHaveAttribute('aria-selected', 'true');
    await expect(dan.page.getByText('Please upload the payment voucher first.')).toBeVisible();
    await expect(dan.page.getByLabel(/^I pay from an account in my own name/)).toBeFocused();
    await markPaid(dan.page);
    await eve.page.goto(`/legalIndex/orderdetail?id=${id}`);
    await eve.page.getByRole('button', { name: 'Another person paid' }).click();
    const mark = eve.page.getByRole('dialog', { name: 'Another person paid' });
    await mark.getByRole('button', { name: 'Another person paid' }).click();
    await expect(dan.page.getByText('The coins stay in escrow until the appeal is settled.')).toBeVisible();

    await dan.page.getByRole('button', { name: 'Add evidence' }).click();
    const evidence = dan.page.getByRole('dialog', { name: 'Add evidence' });
    await evidence.getByLabel('What happened?').fill('I paid from my own account, see the statement.');
    await upload(evidence);
    await evidence.getByRole('button', { name: 'Add evidence' }).click();
    await expect(eve.page.getByText('I paid from my own account, see the statement.')).toBeVisible();

    const grounds = { reason_code: 'correction', reason: 'The statement shows the payment' } as const;
    const { rows } = await staff.call(p2pCalls.p2pAppeals, {});
    const [appeal] = rows.filter((row) => row.id === id);
    const taken = await staff.call(p2pCalls.takeP2pAppeal, { id, version: appeal?.version ?? 0, ...grounds });
    await staff.call(p2pCalls.resolveP2pAppeal, {
      id,
      version: taken.version,
      outcome: 'release',
      finding: 'mistake',
      words: 'The statement of the bank shows that the money came from the own account of the buyer.',
      ...grounds,
    });
    for (const { page } of [dan, eve]) {
      await expect(page.getByText('Decision: coins released to the buyer')).toBeVisible();
      await expect(page.getByText(/^The statement of the bank shows/)).toBeVisible();
    }
    expect([...eve.person.errors, ...dan.person.errors]).toEqual([]);
  });

  test('a person on a phone filters ads and blocks a trader', async ({ browser }) => {
    const kim = await arrive(browser, 'kim@example.org');
    const { page } = kim;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/legalIndex/legal');
    await page.getByRole('button', { name: 'Filters' }).click();
    const filters = page.getByRole('dialog', { name: 'Filters' });
    await filters.getByRole('textbox', { name: 'Amount' }).fill('0.01');
    await filters.getByRole('button', { name: 'Show ads' }).click();
    await expect(page.getByText('No ads match. Try another amount or payment method.')).toBeVisible();
    await page.getByRole('button', { name: 'Filters' }).click();
    await filters.getByRole('button', { name: 'Reset' }).click();
    await filters.getByRole('button', { name: 'Show ads' }).click();
    await page
      .getByTitle(/^Profile of/)
      .first()
      .click();
    const profile = page.getByRole('dialog', { name: /^Profile of/ });
    await profile.getByRole('button', { name: 'Block' }).click();
    await page
      .getByRole('dialog', { name: /^Block / })
      .getByRole('button', { name: 'Block' })
      .click();
    await expect(profile.getByRole('button', { name: 'Unblock' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Blocked users' }).click();
    await page.getByRole('dialog', { name: 'Blocked users' }).getByRole('button', { name: 'Unblock' }).click();
    await expect(page.getByText('You have not blocked anyone.')).toBeVisible();
    expect(kim.person.errors).toEqual([]);
  });

  /** Takes an ad as a buyer, and pays for it later. The id of the order. */
  async function order({ page }: Trader, ad: number, amount: string): Promise<number> {
    await page.goto('/legalIndex/legal?fiat=EUR');
    const { data } = await clientOf(venue).call(legalList, { side: 'buy', currency_id: usdt, fiat: 'EUR', limit: 100 });
    const at = data.findIndex(({ id }) => id === ad);
    await page
      .getByRole('row')
      .filter({ hasText: data[at]?.merchant.name ?? '' })
      .getByRole('button')
      .last()
      .click();
    await take(page, 'Buy USDT', amount);
    await expect(page).toHaveURL(/orderdetail\?id=\d+/);
    return Number(new URL(page.url()).searchParams.get('id'));
  }
});

function clientOf(venue: Venue): Client {
  return new Client(venue.url);
}

/** The smallest amount of the first ad that is listed. */
async function smallest(client: Client, side: 'buy' | 'sell'): Promise<string> {
  const { currencies, pairs } = await client.call(legalCurrencies, {});
  const currency = currencies[0]?.id ?? usdt;
  const fiat = pairs.find((pair) => pair.currency_id === currency)?.fiat ?? 'CNY';
  const { data } = await client.call(legalList, { side, currency_id: currency, fiat });
  return data[0]?.min ?? '100';
}

/** Fills the open form of an ad, and sends it. */
async function take(page: Page, action: string, amount: string): Promise<void> {
  await page.getByLabel(action === 'Buy USDT' ? 'You pay' : 'You receive').fill(amount);
  await page.getByRole('form').getByRole('button', { name: action }).click();
}

/** Marks an order as paid, with everything that this takes. */
async function markPaid(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Payment' });
  await form.getByLabel(/^I pay from an account in my own name/).check();
  await upload(form);
  await form.getByRole('button', { name: 'I have paid' }).click();
  const dialog = page.getByRole('dialog', { name: /^Have you paid/ });
  await expect(dialog.getByRole('button', { name: 'Not yet' })).toBeFocused();
  await dialog.getByRole('button', { name: 'I have paid' }).click();
  await expect(page.getByText('Waiting for seller confirmation')).toBeVisible();
}

async function release(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Release coins' }).click();
  const dialog = page.getByRole('dialog', { name: /^Release / });
  await dialog.getByLabel(/has arrived in my account/).check();
  await dialog.getByLabel(/^The payer is/).check();
  await dialog.getByLabel('Trade password').fill(tradePassword);
  await dialog.getByRole('button', { name: 'Release coins' }).click();
  await expect(dialog).toHaveCount(0);
}

async function upload(place: Locator): Promise<void> {
  const images = await place.getByRole('img').count();
  await place
    .locator('input[type="file"]')
    .last()
    .setInputFiles({
      name: 'voucher.png',
      mimeType: 'image/png',
      buffer: Buffer.from(smallImage, 'base64'),
    });
  await expect(place.getByRole('img')).toHaveCount(images + 1);
}

function chat(page: Page): Locator {
  return page.getByRole('log');
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel('Write a message').fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(chat(page).getByText(text)).toBeVisible();
}

/** A PNG file of 8 × 8 pixels. */
const smallImage =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQImWNQcknDihiGlgQA3OUzAe9BEwEAAAAASUVORK5CYII=';
