import { AxeBuilder } from '@axe-core/playwright';
import {
  legalAppeal,
  legalCancel,
  legalLate,
  legalList,
  legalPay,
  legalSubmit,
  shopAbnormal,
  shopApply,
  shopAdAdd,
} from '@bourse/contract/p2p';
import { payMethodList } from '@bourse/contract/payments';
import { expect, test } from '@playwright/test';
import { arriveMerchant, arriveVerified, type Trader } from './merchant.ts';
import { sharedVenue } from './shared-venue.ts';
import { prepareShop } from './shops.ts';
import { changeSetting } from './site-settings.ts';
import { StaffSession } from './staff-session.ts';
import { Staff } from './staff.ts';
import type { Venue } from './venue.ts';
import { sendImage, tradePassword } from './verified-user.ts';

const usdt = 3;
const shop = 'Mia Exchange';
const about = 'I trade every day from nine to nine, by bank transfer only.';
/** A PNG file of 8 × 8 pixels. */
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQImWNYZSyIFTEMLQkAZmE7gaODSoYAAAAASUVORK5CYII=';
const decision = 'The bank confirms that no payment has arrived, and the picture was used in another order.';

test.describe('a shop', () => {
  let admin: StaffSession;
  let venue: Venue;
  sharedVenue({ simulator: false, environment: { CONSOLE_LISTEN: '127.0.0.1:0' } }, async (opened) => {
    venue = opened;
    admin = await StaffSession.enrol(venue, 'rita@venue.example', 'admin');
    await changeSetting(admin, 'phone_accounts', 1);
  });

  test('is opened, publishes an ad, handles an order that staff hold, and is closed', async ({ browser }) => {
    test.slow();
    const tim = await Staff.enrol(browser, venue, 'tim@venue.example', 'risk');
    await changeSetting(admin, 'demo_review_seconds', 1);
    const mia = await arriveMerchant(browser, venue, 1);
    const bob = await arriveVerified(browser, venue, 'bob@example.org', 2);
    await changeSetting(admin, 'demo_review_seconds', 3_600);
    const { page } = mia;

    // The conditions, before and after they are met.
    await page.goto('/myshop');
    await expect(page).toHaveURL(/\/myshop\/myshoporders$/);
    await expect(page.getByRole('listitem').filter({ hasText: 'Authenticator app' })).toContainText('Not met');
    await prepareShop(mia.client);
    await page.reload();
    await expect(page.getByRole('listitem').filter({ hasText: 'Authenticator app' })).not.toContainText('Not met');
    await page.getByRole('button', { name: 'Submit application' }).click();
    await expect(page.getByLabel('Shop name')).toBeFocused();
    await expect(page.getByText('Please enter a name for your shop.')).toBeVisible();
    await page.getByLabel('Shop name').fill(shop);
    await page.getByLabel('Main payment method').selectOption({ index: 1 });
    await page.getByLabel('About your shop').fill(about);
    await page.getByRole('button', { name: 'Submit application' }).click();
    await expect(page.getByText('Under review')).toBeVisible();

    // Staff approve the application.
    await tim.open('Merchants');
    await tim.row(new RegExp(shop)).click();
    await expect(tim.page.getByRole('complementary').getByText(about)).toBeVisible();
    await tim.page.getByRole('complementary').getByRole('button', { name: 'Approve' }).click();
    await tim.confirm('Approve', 'All conditions are met');
    await expect(tim.row(new RegExp(shop))).toContainText('Approved');
    await page.reload();
    await expect(page.getByRole('heading', { name: shop })).toBeVisible();
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My shop' });
    await expect(link).toHaveAttribute('aria-current', 'page');

    // An ad, with its price and what it locks while it is entered.
    await page.getByRole('link', { name: 'Publish ad' }).first().click();
    await page.getByLabel('Fiat currency').selectOption('EUR');
    await page.getByLabel(/^Distance from the reference price/).fill('90');
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText(/^The price must be between/)).toBeVisible();
    await page.getByLabel(/^Distance from the reference price/).fill('1');
    await page.getByLabel('Total quantity').fill('500');
    await expect(page.getByText(/^This locks 500\sUSDT/)).toBeVisible();
    await page.getByLabel('Minimum per order').fill('300');
    await page.getByLabel('Maximum per order').fill('30');
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText('The maximum trade volume must not be below the minimum.')).toBeVisible();
    await expect(page.getByText('Please choose a payment method.')).toBeVisible();
    await page.getByLabel('Minimum per order').fill('10');
    await page.getByLabel('Maximum per order').fill('300');
    await page.getByRole('checkbox', { name: /^Bank transfer/ }).check();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByTestId('announcer')).toHaveText('The ad was published.');
    const ad = page.getByRole('row', { name: /Sell USDT/ });
    await expect(ad).toContainText('Open');
    await ad.getByRole('button', { name: 'Suspend' }).click();
    await expect(ad).toContainText('Suspended by you');
    await ad.getByRole('button', { name: 'Open ad' }).click();
    await expect(ad).not.toContainText('Suspended by you');
    await page.getByRole('button', { name: 'Pause all ads' }).click();
    await expect(page.getByText('All your ads are paused.')).toBeVisible();
    await page.getByRole('button', { name: 'Take orders again' }).click();
    await expect(page.getByText('All your ads are paused.')).toHaveCount(0);

    // An order: in the queue once it is paid, and released.
    await page.getByRole('link', { name: 'Shop orders' }).click();
    await expect(page.getByText('No orders in this state.')).toBeVisible();
    const id = await take(bob, '50');
    await bob.client.call(legalPay, { id, voucher: await sendImage(bob.client) });
    await expect(page.getByRole('tab', { name: 'Waiting for you (1)' })).toBeVisible();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    await page.getByRole('link', { name: /^View order/ }).click();
    await expect(page).toHaveURL(/\/myshop\/shoporderdetail\?id=\d+$/);
    await expect(page.getByRole('button', { name: 'Release coins' })).toBeVisible();

    // Staff hold the order. Both sides see it, neither can withdraw it, and the seller ends it by a release.
    await bob.page.goto(`/legalIndex/orderdetail?id=${id}`);
    await tim.open('Fiat trading');
    await tim.page.getByRole('tab', { name: 'Orders' }).click();
    await tim.row(/EUR/).click();
    await tim.page.getByRole('complementary').getByRole('button', { name: 'Hold' }).click();
    await tim.confirm('Hold', 'The account that paid was reported by its bank');
    for (const side of [page, bob.page]) {
      const appeal = side.getByRole('region', { name: 'Appeal' });
      await expect(appeal.getByText('The platform opened an appeal. Held by the exchange')).toBeVisible();
      await expect(side.getByRole('button', { name: 'Withdraw appeal' })).toHaveCount(0);
    }
    await expect(page.getByRole('button', { name: 'Release coins' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Release and end the appeal' }).click();
    const dialog = page.getByRole('dialog', { name: 'End this order?' });
    await dialog.getByLabel('Trade password').fill(tradePassword);
    await dialog.getByRole('button', { name: 'Release and end the appeal' }).click();
    await expect(page.getByRole('log').getByText('The seller released the coins.')).toBeVisible();
    await expect(bob.page.getByText('Settled by the parties')).toBeVisible();
    await expect(bob.page.getByText(/is in your fiat account\.$/)).toBeVisible();

    // The shop is closed, and its bond is kept for a week.
    await page.getByRole('link', { name: 'Shop orders' }).click();
    await page.getByRole('tab', { name: 'Completed' }).click();
    await expect(page.getByRole('row', { name: /Sell USDT/ })).toBeVisible();
    await page.getByRole('link', { name: 'My ads' }).click();
    await ad.getByRole('button', { name: 'Take off shelf' }).click();
    const question = page.getByRole('dialog', { name: 'Take this ad off the shelf?' });
    await expect(question.getByRole('button', { name: 'Keep ad' })).toBeFocused();
    await question.getByRole('button', { name: 'Take off shelf' }).click();
    await expect(page.getByText('You have no ads yet.')).toBeVisible();
    await page.getByRole('button', { name: 'Close shop' }).click();
    await page.getByRole('dialog', { name: 'Close your shop?' }).getByRole('button', { name: 'Close shop' }).click();
    await expect(page.getByText(/^The bond is returned on/)).toBeVisible();
    expect([...mia.person.errors, ...bob.person.errors, ...tim.errors]).toEqual([]);
  });

  test('appeals: a voucher is known from another order, and two people decide', async ({ browser }) => {
    test.slow();
    const ann = await Staff.enrol(browser, venue, 'ann@venue.example', 'risk');
    const otto = await Staff.enrol(browser, venue, 'otto@venue.example', 'risk');
    await changeSetting(admin, 'demo_review_seconds', 1);
    const eve = await arriveMerchant(browser, venue, 3);
    const dan = await arriveVerified(browser, venue, 'dan@example.org', 4);
    const fay = await arriveVerified(browser, venue, 'fay@example.org', 5);
    await prepareShop(eve.client);
    await sellTo(eve);
    await changeSetting(admin, 'p2p_four_eyes_usd', 10);
    await changeSetting(admin, 'console_four_eyes', 'on');

    // The same person cannot use a picture twice; the order of another one is marked for the seller.
    const first = await paid(dan, '20');
    const unpaid = await take(dan, '40');
    const again = await sendImage(dan.client, picture);
    await expect(dan.client.call(legalPay, { id: unpaid, voucher: again })).rejects.toThrow(
      'You have used this picture',
    );
    const late = await take(fay, '35');
    await fay.client.call(legalCancel, { id: late, reason: 'changed_mind' });
    await fay.client.call(legalLate, { id: late, voucher: await sendImage(fay.client, picture) });
    await eve.page.goto(`/myshop/shoporderdetail?id=${late}`);
    await expect(eve.page.getByRole('button', { name: 'Reopen order' })).toBeVisible();
    const filed = eve.page.getByRole('region', { name: 'I paid too late' });
    await expect(filed.getByText('This picture was already used in another order.')).toBeVisible();
    const second = await paid(fay, '30');
    await eve.page.goto(`/myshop/shoporderdetail?id=${second}`);
    await expect(eve.page.getByText('This picture was already used in another order.')).toBeVisible();
    await eve.client.call(shopAbnormal, { id: second, reason: 'not_paid', content: 'Nothing has arrived.' });
    await expect(eve.client.call(legalAppeal, { id: second, reason: 'not_paid', content: 'Again' })).rejects.toThrow();

    // One person takes the appeal, sees the warning, and proposes a decision.
    await ann.open('Appeals');
    await ann.row(/Not paid/).click();
    const drawer = ann.page.getByRole('complementary');
    await drawer.getByRole('button', { name: 'Take' }).click();
    await expect(drawer.getByRole('button', { name: 'Keep' })).toBeVisible();
    await drawer.getByRole('button', { name: 'Show order and chat' }).click();
    await ann.confirm('Show order and chat', 'The appeal about this order');
    await expect(drawer.getByText(`The picture of the voucher was used in orders ${first}, ${late}.`)).toBeVisible();
    await expect(drawer.getByText('Nothing has arrived.')).toBeVisible();
    await drawer.getByLabel('Message to both sides').fill('Please send a statement of your bank.');
    await drawer.getByRole('button', { name: 'Send' }).click();
    await expect(drawer.getByLabel('Message to both sides')).toHaveValue('');
    await drawer.getByRole('button', { name: 'Decide' }).click();
    await ann.dialog().getByLabel('Outcome').selectOption({ label: 'Return to the seller' });
    await ann.dialog().getByLabel('Finding').selectOption({ label: 'Not paid' });
    await ann.dialog().getByLabel('Words to the users').fill('Too short');
    await expect(ann.dialog().getByRole('button', { name: 'Decide' })).toHaveAttribute('aria-disabled', 'true');
    await ann.dialog().getByLabel('Words to the users').fill(decision);
    await ann.confirm('Decide', 'The seller has no payment');

    // Another person agrees, and both sides read the words.
    await otto.open('Approvals');
    await otto.row(/p2p\/appeals\/resolve/).click();
    await otto.page.getByRole('button', { name: 'Approve' }).click();
    await otto.confirm('Approve', 'The statement shows no payment');
    for (const { page } of [fay, eve]) {
      await page.goto(`/legalIndex/orderdetail?id=${second}`);
      await expect(page.getByText(decision)).toBeVisible();
    }
    await ann.page.getByRole('combobox', { name: 'Shown' }).selectOption({ label: 'Ended' });
    await expect(ann.row(/Returned to the seller/)).toBeVisible();
    expect([...eve.person.errors, ...fay.person.errors, ...ann.errors, ...otto.errors]).toEqual([]);
  });
});

/** Takes the first ad that sells USDT for euros and can be taken. The id of the order. */
async function take({ client }: Trader, amount: string): Promise<number> {
  const { data } = await client.call(legalList, { side: 'buy', currency_id: usdt, fiat: 'EUR', limit: 100 });
  const ad = data.find(({ merchant, obstacle }) => obstacle === null && /^(Mia|Eve) /.test(merchant.name));
  if (ad === undefined || ad.price === null) throw new Error('No ad can be taken');
  return (await client.call(legalSubmit, { id: ad.id, price: ad.price, amount })).id;
}

/** An order that is marked as paid, always with the same picture. */
async function paid(trader: Trader, amount: string): Promise<number> {
  const id = await take(trader, amount);
  await trader.client.call(legalPay, { id, voucher: await sendImage(trader.client, picture) });
  return id;
}

/** Opens a shop with one ad over the interface. */
async function sellTo({ client }: Trader): Promise<void> {
  const { methods } = await client.call(payMethodList, {});
  const method = methods[0]?.id ?? 0;
  await client.call(shopApply, { name: 'Eve Exchange', method, words: about });
  const terms = { min: '10', max: '300', total: '500', methods: [method], pay_minutes: 15, auto_open: 1 as const };
  await expect(async () => {
    await client.call(shopAdAdd, { side: 'sell', currency_id: usdt, fiat: 'EUR', percent: '0', ...terms });
  }).toPass({ timeout: 60_000 });
}
