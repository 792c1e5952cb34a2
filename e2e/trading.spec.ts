import { expect, test } from '@playwright/test';
import { Person } from './person.ts';
import { Venue } from './venue.ts';

test.describe('two people trade with each other', () => {
  let venue: Venue;
  test.beforeEach(async () => {
    venue = await Venue.open({ simulator: false });
  });
  test.afterEach(async ({ browser }) => {
    // Pages that stay open go on looking for a venue that has gone, at the cost of the journeys that follow.
    for (const context of browser.contexts()) await context.close();
    await venue.close();
  });

  test('one sells, the other buys, and both see orders, fills, balances and the tape change without a reload', async ({
    browser,
  }) => {
    const seller = await Person.arrive(browser, venue.url);
    const buyer = await Person.arrive(browser, venue.url);
    await seller.join('seller@example.org');
    await buyer.join('buyer@example.org');
    await expect(seller.page.getByTestId('balance-BTC')).toHaveText('1');
    await expect(buyer.page.getByTestId('balance-USDT')).toHaveText('100,000');

    await seller.order('Sell', '50000', '0.5');
    await seller.page.getByRole('tab', { name: 'Sell', exact: true }).click();
    const open = seller.page.getByRole('table', { name: 'Sell orders' }).last();
    await expect(open.getByRole('row').filter({ hasText: '50,000' })).toContainText('0 (0%)');
    await expect(seller.page.getByTestId('balance-BTC')).toHaveText('0.5');
    await expect(seller.page.getByTestId('held-BTC')).toHaveText('0.5');
    const book = buyer.page.getByRole('table', { name: 'Sell orders' }).first();
    await expect(book.getByRole('row').filter({ hasText: '50,000' })).toContainText('0.5');

    // The buyer offers more than is asked; the trade is at the price that was there, and the difference stays free.
    await buyer.order('Buy', '50100', '0.2');
    await expect(buyer.page.getByTestId('balance-USDT')).toHaveText('90,000');
    await expect(buyer.page.getByTestId('held-USDT')).toHaveText('0');
    // 0.2 less the fee of 10 bps, which is taken from what is received.
    await expect(buyer.page.getByTestId('balance-BTC')).toHaveText('1.1998');
    await expect(open.getByRole('row').filter({ hasText: '50,000' })).toContainText('0.2 (40%)');
    await expect(seller.page.getByTestId('balance-USDT')).toHaveText('109,990');
    await expect(seller.page.getByTestId('held-BTC')).toHaveText('0.3');
    for (const { page } of [seller, buyer]) {
      await expect(page.getByTestId('tape').getByRole('row').filter({ hasText: '50,000' })).toContainText('0.2');
    }

    await buyer.page.getByRole('tab', { name: 'Order history' }).click();
    const history = buyer.page.getByRole('table', { name: 'Order history' });
    await expect(history.getByRole('row').filter({ hasText: '50,100' })).toContainText('0.2 (100%)');

    await open.getByRole('button', { name: /^Revoke order/ }).click();
    await expect(seller.page.getByText('No open sell orders.')).toBeVisible();
    await expect(seller.page.getByTestId('balance-BTC')).toHaveText('0.8');
    await expect(book.getByRole('row').filter({ hasText: '50,000' })).toHaveCount(0);
    expect([...seller.errors, ...buyer.errors]).toEqual([]);
  });

  test('a visitor sees the market, and links to log in and to register in place of the buttons', async ({
    browser,
  }) => {
    const visitor = await Person.arrive(browser, venue.url);
    await visitor.page.goto('/trade?id=0');
    const form = visitor.page.getByRole('form', { name: 'Buy BTC' });
    await expect(form.getByRole('link', { name: 'Log in' })).toBeVisible();
    await expect(form.getByRole('link', { name: 'Register' })).toBeVisible();
    await expect(form.getByRole('button', { name: 'Buy BTC' })).toHaveCount(0);
    await expect(visitor.page.getByText('Log in to see your orders.')).toBeVisible();
    expect(visitor.errors).toEqual([]);
  });

  test('a refused order says why in words, and nothing is sent that the form knows to be wrong', async ({
    browser,
  }) => {
    const person = await Person.arrive(browser, venue.url);
    await person.join('careful@example.org');
    const form = person.page.getByRole('form', { name: 'Buy BTC' });
    await form.getByRole('button', { name: 'Buy BTC' }).click();
    await expect(form.getByText('Please enter a price')).toBeVisible();
    await person.order('Buy', '50000', '3');
    await expect(form.getByText('Only 100,000 USDT available')).toBeVisible();
    await expect(person.page.getByTestId('held-USDT')).toHaveText('0');
  });

  test('when the server is killed and comes back, the page reconnects by itself and goes on', async ({ browser }) => {
    const seller = await Person.arrive(browser, venue.url);
    const buyer = await Person.arrive(browser, venue.url);
    await seller.join('before@example.org');
    await buyer.join('after@example.org');
    await seller.order('Sell', '50000', '0.5');
    await expect(seller.page.getByTestId('held-BTC')).toHaveText('0.5');

    await venue.end('SIGKILL');
    await expect(buyer.page.getByText('Connection lost, trying again').first()).toBeAttached();
    await venue.start();
    await expect(buyer.page.getByText('Connection lost, trying again')).toHaveCount(0, { timeout: 40_000 });

    await buyer.order('Buy', '50000', '0.1');
    await expect(buyer.page.getByTestId('balance-BTC')).toHaveText('1.0999');
    await expect(seller.page.getByTestId('held-BTC')).toHaveText('0.4');
  });

  test('a session that is ended elsewhere sends the person to log in and back to the page', async ({ browser }) => {
    const person = await Person.arrive(browser, venue.url);
    await person.join('twice@example.org');
    const elsewhere = await Person.arrive(browser, venue.url);
    const token = await person.page.evaluate(() => localStorage.getItem('token'));
    const answer = await elsewhere.page.request.post('/api/user/logout', {
      headers: { authorization: token ?? '' },
      data: {},
    });
    expect((await answer.json()) as unknown).toMatchObject({ code: 1 });
    // The socket tells the page at once; nobody has to find out by a failing order.
    await person.page.waitForURL('**/login*');
    await expect(person.page.getByTestId('announcer')).toHaveText('Login timed out, please log in again');
    await person.page.getByLabel('Password', { exact: true }).fill('Journey2026');
    await person.page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await person.page.waitForURL('**/trade*');
    await expect(person.page.getByTestId('held-USDT')).toHaveText('0');
  });
});
