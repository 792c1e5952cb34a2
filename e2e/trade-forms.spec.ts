import { siteConfig } from '@bourse/contract/identity';
import { buyAdd, buyCancelAll, buyList, historyList, sellAdd, sellCancelAll } from '@bourse/contract/spot';
import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { Client } from './client.ts';
import { Person } from './person.ts';
import { sharedVenue } from './shared-venue.ts';
import type { Venue } from './venue.ts';

const btcUsdt = 1;
const xlmUsdt = 64;

test.describe('the order forms', () => {
  let venue: Venue;
  let maker: Client;
  let people = 0;
  sharedVenue({ simulator: false }, async (opened) => {
    venue = opened;
    maker = await joined();
  });
  test.beforeEach(async () => {
    await maker.call(sellCancelAll, {});
    await maker.call(buyCancelAll, {});
    for (const [number, price] of [
      ['0.1', '50000'],
      ['0.2', '50500'],
    ] as const) {
      await maker.call(sellAdd, { currency_match_id: btcUsdt, number, price });
    }
    await maker.call(buyAdd, { currency_match_id: btcUsdt, number: '0.1', price: '49900' });
  });

  async function joined(): Promise<Client> {
    const client = new Client(venue.url);
    const { default_invite_code: invitation } = await client.call(siteConfig, {});
    people += 1;
    await client.join(`trader${people}@example.org`, invitation);
    return client;
  }

  /** A user on the trade page of the market at `index`, on a known device. */
  async function trader(
    browser: Browser,
    { lang = 'en', index = 0 } = {},
  ): Promise<{ client: Client; person: Person }> {
    const client = await joined();
    const person = await Person.arrive(browser, venue.url);
    await person.page.addInitScript(
      (kept) => {
        for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value);
      },
      { token: client.token, lang, browserId: client.deviceId },
    );
    await person.page.goto(`/trade?id=${index}`);
    return { client, person };
  }

  test('place limit, market and stop orders with advanced options, and show refusals at their fields', async ({
    browser,
  }) => {
    const { client, person } = await trader(browser);
    const { page } = person;
    const buy = formOf(page, 'buy');
    const held = page.getByTestId('held-USDT');
    const btc = page.getByTestId('balance-BTC');
    await expect(page.getByTestId('available-buy')).toHaveText('100,000 USDT');

    // A post-only order that would match is refused at the price field; one that rests pays the maker fee.
    await advanced(buy, async (options) => options.getByLabel('Post-only').check());
    await fill(buy, { Price: '50000', Amount: '0.1' });
    await expect(buy.getByText('Maker fee (0.1%)')).toBeVisible();
    await send(buy);
    await expect(noteOf(buy, 'Price')).toHaveText(
      'This post-only order would fill immediately, so it was not placed. Adjust the price and try again.',
    );
    // The field says it, and no toast repeats it.
    expect(await page.getByRole('alert').count()).toBe(0);
    await buy.getByRole('textbox', { name: 'Price' }).press('ArrowDown');
    await expect(noteOf(buy, 'Price')).toBeEmpty();
    await fill(buy, { Price: '49000' });
    await send(buy);
    await expect(held).toHaveText('4,900');
    await expect(buy.getByRole('textbox', { name: 'Amount' })).toHaveValue('');

    // FOK is refused at the amount field; IOC fills what it can and cancels the rest.
    await advanced(buy, async (options) => options.getByText('FOK').click());
    await fill(buy, { Price: '50000', Amount: '0.3' });
    await expect(buy.getByText('Taker fee (0.1%)')).toBeVisible();
    await send(buy);
    await expect(noteOf(buy, 'Amount')).toHaveText(/could not be filled in full immediately/);
    await advanced(buy, async (options) => options.getByText('IOC').click());
    await send(buy);
    await expect(btc).toHaveText('1.0999');
    await expect(held).toHaveText('4,900');

    // A market order shows the best price of the book, and switching to it clears the fields.
    await page.getByRole('tab', { name: 'Market', exact: true }).click();
    await expect(buy.getByRole('textbox', { name: 'Best price' })).toHaveValue('50500.0');
    await expect(buy.getByRole('textbox', { name: 'Amount' })).toHaveValue('');
    expect(await page.evaluate(() => localStorage.getItem('type2'))).toBe('1');
    await fill(buy, { Amount: '0.1' });
    await expect(noteOf(buy, 'Best price')).toHaveText('≈ 50,500 on average, 0% slippage');
    await expect(page.getByTestId('receive-buy')).toHaveText('≈ 0.0999 BTC');
    await send(buy);
    await expect(btc).toHaveText('1.1998');
    await fill(buy, { Total: '1010' });
    await expect(buy.getByRole('textbox', { name: 'Amount' })).toHaveValue('0.02');
    await send(buy);
    await expect(btc).toHaveText('1.21978');
    // The book has only 0.08 left; a larger order asks for confirmation, and declining sends nothing.
    await fill(buy, { Amount: '0.5' });
    await expect(noteOf(buy, 'Amount')).toHaveText(/^The visible order book fills only about 0.08 BTC/);
    await send(buy);
    const dialog = page.getByRole('dialog', { name: 'Place this order?' });
    await expect(dialog.getByText(/^The visible order book fills only about 0.08 BTC/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Back' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(btc).toHaveText('1.21978');
    const sell = formOf(page, 'sell');
    await fill(sell, { Amount: '0.1' });
    await send(sell);
    await expect(btc).toHaveText('1.11978');
    await expect(sell.getByRole('textbox', { name: 'Best price' })).toHaveValue('49000.0');
    // The remaining liquidity is the user's own order, about which the form warns.
    const met = 'Would match your own orders: up to 0.1 BTC of them would be cancelled';
    await fill(sell, { Amount: '0.05' });
    await expect(noteOf(sell, 'Total')).toHaveText(met);
    await page.getByRole('tab', { name: 'Limit', exact: true }).click();
    await fill(sell, { Price: '49000', Amount: '0.05' });
    await expect(noteOf(sell, 'Total')).toHaveText(met);
    await sell.getByRole('textbox', { name: 'Price' }).press('ArrowUp');
    await expect(noteOf(sell, 'Total')).toBeEmpty();

    await page.getByRole('tab', { name: 'Stop-limit' }).click();
    await fill(buy, { 'Stop price': '40000', Price: '60000', Amount: '0.01' });
    await expect(noteOf(buy, 'Stop price')).toHaveText('The stop price must be above the last price 49,900');
    await fill(buy, { 'Stop price': '59000' });
    await send(buy);
    await expect(held).toHaveText('5,500');
    await page.getByRole('tab', { name: 'Stop-market' }).click();
    await fill(buy, { 'Stop price': '59000', Total: '590' });
    await send(buy);
    await expect(held).toHaveText('6,090');
    const { data } = await client.call(buyList, {});
    expect(data.map((order) => [order.order_type, order.time_in_force, order.post_only, order.stop_price])).toEqual([
      ['stop_market', 'ioc', false, '59000'],
      ['stop_limit', 'ioc', false, '59000'],
      ['limit', 'gtc', true, null],
    ]);
    await client.call(buyCancelAll, {});
    expect(person.errors).toEqual([]);
  });

  test('place one order for a double click, and for a retry after a lost response', async ({ browser }) => {
    const { client, person } = await trader(browser);
    const { page } = person;
    const buy = formOf(page, 'buy');
    const button = buy.getByRole('button', { name: 'Buy BTC' });
    const held = page.getByTestId('held-USDT');
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/tx_in/add')) keys.push(request.headers()['idempotency-key']);
    });
    await fill(buy, { Price: '40000', Amount: '0.1' });
    await button.dblclick();
    await expect(held).toHaveText('4,000');
    await expect(button).toBeEnabled();
    await expect(button).toBeFocused();
    expect(keys).toHaveLength(1);

    // The exchange accepts the order, but its response is lost.
    let lost: 'response' | 'request' | 'nothing' = 'response';
    await page.route('**/tx_in/add', async (route) => {
      if (lost === 'nothing') return route.continue();
      if (lost === 'response') await route.fetch();
      return route.abort();
    });
    await fill(buy, { Amount: '0.2' });
    await button.click();
    await expect(buy.getByRole('alert')).toHaveText('No response. Submit again to check; it won’t be placed twice.');
    await expect(held).toHaveText('12,000');
    // The unanswered order survives a reload.
    await page.reload();
    await expect(buy.getByRole('alert')).toHaveText(/^No response/);
    await expect(buy.getByRole('textbox', { name: 'Price' })).toHaveValue('40000');
    await expect(page.getByRole('region', { name: 'Orders' }).locator('[data-order]')).toHaveCount(2);
    // This time the request itself is lost; the entered values are kept in both cases.
    lost = 'request';
    await button.click();
    await expect(buy.getByRole('alert')).toHaveText(/^No response/);
    lost = 'nothing';
    await expect(buy.getByRole('textbox', { name: 'Amount' })).toHaveValue('0.2');
    // Meanwhile the first order fills, and this one in part: the message reports the fills, not a placement.
    await maker.call(sellAdd, { currency_match_id: btcUsdt, number: '0.15', price: '40000' });
    await expect(held).toHaveText('6,000');
    await buy.getByRole('textbox', { name: 'Amount' }).press('Enter');
    await expect(page.getByTestId('announcer')).toHaveText(
      'This order was already received. Filled so far: 0.05 of 0.2 BTC',
    );
    await expect(buy.getByRole('textbox', { name: 'Amount' })).toHaveValue('');
    await expect(held).toHaveText('6,000');
    expect(new Set(keys.slice(1)).size).toBe(1);
    // The outcome of the order is known now, so the same input places another order.
    await fill(buy, { Amount: '0.2' });
    await button.click();
    await expect(held).toHaveText('14,000');
    expect((await client.call(buyList, {})).total).toBe(2);
    await client.call(buyCancelAll, {});
  });

  test('keep the entered values when the session ends during submission', async ({ browser }) => {
    const { client, person } = await trader(browser);
    const { page } = person;
    const buy = formOf(page, 'buy');
    await fill(buy, { Price: '41000', Amount: '0.1' });
    let isFirst = true;
    await page.route('**/tx_in/add', async (route) => {
      if (isFirst) await page.request.post('/api/user/logout', { headers: { authorization: client.token }, data: {} });
      isFirst = false;
      await route.continue();
    });
    const answered = page.waitForResponse('**/tx_in/add');
    await send(buy);
    expect((await (await answered).json()) as unknown).toMatchObject({ code: 999 });
    await page.waitForURL('**/login*');
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(`trader${people}@example.org`);
    await page.getByLabel('Password', { exact: true }).fill('Journey2026');
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL('**/trade*');
    await expect(buy.getByRole('textbox', { name: 'Price' })).toHaveValue('41000');
    await expect(buy.getByRole('textbox', { name: 'Amount' })).toHaveValue('0.1');
    await expect(page.getByTestId('held-USDT')).toHaveText('0');
    await send(buy);
    await expect(page.getByTestId('held-USDT')).toHaveText('4,100');
    await client.logIn(`trader${people}@example.org`);
    await client.call(buyCancelAll, {});
  });

  for (const [lang, postOnly, refusal, market, none, row] of [
    [
      'de',
      'Post-only',
      'Diese Post-only-Order würde sofort ausgeführt und wurde daher nicht aufgegeben. Passen Sie den Preis an und versuchen Sie es erneut.',
      'Market',
      'Derzeit gibt es keinen besten Preis',
      ['Kauf', 'Limit'],
    ],
    [
      'es',
      'Post-only',
      'Esta orden post-only se ejecutaría de inmediato, por lo que no se ha colocado. Ajuste el precio e inténtelo de nuevo.',
      'Mercado',
      'El mejor precio no está disponible en este momento',
      ['Compra', 'Límite'],
    ],
    [
      'zh',
      '只挂单',
      '该只挂单委托会立即成交，因此未下单。请调整价格后重试。',
      '市价',
      '当前没有最优价',
      ['买入', '限价'],
    ],
  ] as const) {
    test(`explain refusals and report socket updates of accepted orders (${lang})`, async ({ browser }) => {
      const { client, person } = await trader(browser, { lang });
      const { page } = person;
      const buy = formOf(page, 'buy');
      await advanced(buy, async (options) => options.getByLabel(postOnly).check());
      const fields = buy.getByRole('textbox');
      await fields.nth(0).fill('50000');
      await fields.nth(1).fill('0.1');
      await send(buy);
      await expect(buy.getByText(refusal)).toBeVisible();
      await expect(fields.nth(0)).toBeFocused();
      await client.call(buyAdd, { currency_match_id: btcUsdt, number: '0.1', price: '40000' });
      for (const word of row) await expect(page.locator('[data-order]').getByText(word, { exact: true })).toBeVisible();
      for (const one of [client, maker]) await one.call(buyCancelAll, {});
      await page.getByRole('tab', { name: market, exact: true }).click();
      await expect(formOf(page, 'sell').getByText(none)).toBeVisible();
    });
  }

  test('accept decimals within their limits, steps, shares and pasted numbers, and disable selling where it is not allowed', async ({
    browser,
  }) => {
    const { person } = await trader(browser);
    const { page } = person;
    const buy = formOf(page, 'buy');
    const price = buy.getByRole('textbox', { name: 'Price' });
    const amount = buy.getByRole('textbox', { name: 'Amount' });
    const total = buy.getByRole('textbox', { name: 'Total' });
    await price.fill('');
    await price.pressSequentially('50000.19');
    await expect(price).toHaveValue('50000.1');
    await amount.pressSequentially('0.123456');
    await expect(amount).toHaveValue('0.12345');
    await expect(total).toHaveValue('6172.512345');
    await total.fill('');
    await total.pressSequentially('1000.1234567');
    await expect(total).toHaveValue('1000.123456');
    await expect(amount).toHaveValue('0.02');
    await paste(price, '1,234.56');
    await expect(price).toHaveValue('1234.5');
    await price.press('ArrowUp');
    await price.press('Shift+ArrowDown');
    await expect(price).toHaveValue('1233.6');
    await buy.getByRole('button', { name: 'Price: One step up' }).click();
    await expect(price).toHaveValue('1233.7');
    await buy.getByRole('button', { name: 'Best', exact: true }).click();
    await expect(price).toHaveValue('50000');
    const slider = buy.getByRole('slider');
    await slider.focus();
    await slider.press('End');
    await expect(amount).toHaveValue('2');
    await slider.press('ArrowLeft');
    await expect(amount).toHaveValue('1.98');
    await slider.press('PageDown');
    await expect(amount).toHaveValue('1.5');
    await expect(slider).toHaveAttribute('aria-valuetext', '75%');
    await slider.press('Shift+ArrowLeft');
    await expect(amount).toHaveValue('1');
    // A click selects the nearest quarter.
    const track = await slider.boundingBox();
    await slider.click({ position: { x: 0.31 * (track?.width ?? 0), y: 10 } });
    await expect(slider).toHaveAttribute('aria-valuetext', '25%');
    await expect(amount).toHaveValue('0.5');
    await slider.press('Shift+ArrowUp');
    await slider.press('Shift+ArrowUp');
    await expect(amount).toHaveValue('1.5');
    // Totals of the largest possible numbers are exact to the last digit.
    await price.fill('99999999999999999.9');
    await expect(noteOf(buy, 'Total')).toHaveText('Only 100,000 USDT available');
    await expect(total).toHaveValue('149999999999999999.85');

    await page.goto('/trade?id=12');
    const sell = formOf(page, 'sell');
    const reason = 'Selling is currently not supported on this market';
    const submit = sell.getByRole('button', { name: 'Sell XLM' });
    await expect(submit).toBeDisabled();
    await expect(submit).toHaveAccessibleDescription(reason);
    await expect(submit).toHaveAttribute('title', reason);
    await expect(sell.getByText(reason)).toBeVisible();
    // The empty half of the book gives the reason too.
    await maker.call(buyAdd, { currency_match_id: xlmUsdt, number: '10', price: '1' });
    await expect(page.getByRole('region', { name: 'Order book' }).getByText(reason)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Trades' }).getByText('No recent trades.')).toBeVisible();
    await fill(sell, { Price: '1', Amount: '10' });
    await sell.getByRole('textbox', { name: 'Amount' }).press('Enter');
    await expect(page.getByTestId('announcer')).toHaveText(reason);
    await expect(page.getByTestId('held-XLM')).toHaveText('0');
  });

  test('confirm a market order above the limit of the user, which keys and double clicks cannot skip', async ({
    browser,
  }) => {
    await maker.call(sellCancelAll, {});
    await maker.call(buyCancelAll, {});
    const bidder = await joined();
    await bidder.call(buyAdd, { currency_match_id: btcUsdt, number: '1', price: '83000' });
    const { client, person } = await trader(browser);
    const { page } = person;
    const sell = formOf(page, 'sell');
    const btc = page.getByTestId('balance-BTC');
    await page.getByRole('tab', { name: 'Market', exact: true }).click();
    await fill(sell, { Amount: '1' });
    await expect(page.getByTestId('receive-sell')).toHaveText('≈ 82,917 USDT');
    await sell.locator('button[type="submit"]').dblclick();
    const dialog = page.getByRole('dialog', { name: 'Place this order?' });
    await expect(dialog.getByRole('alert')).toHaveText(
      'Worth about 83,000 USDT, more than your confirmation limit of 10,000 USDT',
    );
    for (const [name, value] of [
      ['Average price', '≈ 83,000 USDT'],
      ['Worst price', '≈ 83,000 USDT'],
      ['Slippage', '0%'],
      ['Amount', '1 BTC'],
      ['Taker fee (0.1%)', '≈ 83 USDT'],
    ] as const) {
      await expect(dialog.getByText(name, { exact: true }).locator('xpath=following-sibling::dd')).toHaveText(value);
    }
    // Enter activates the safe button, which has the focus.
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(btc).toHaveText('1');
    await sell.getByRole('textbox', { name: 'Amount' }).press('Enter');
    await expect(dialog).toBeVisible();
    expect((await client.call(historyList, {})).total).toBe(0);
    await dialog.getByRole('button', { name: 'Place order' }).click();
    await expect(btc).toHaveText('0');
    await bidder.call(buyCancelAll, {});
  });

  test('work the same on a phone, and ask for confirmation where that is enabled', async ({ browser }) => {
    const { client, person } = await trader(browser);
    const { page } = person;
    const toasts = page.getByTestId('toasts');
    const isBelow = async (box: Locator): Promise<boolean> => {
      const [own, other] = [await toasts.boundingBox(), await box.boundingBox()];
      return own !== null && other !== null && own.y >= other.y + other.height;
    };
    await expect(page.getByTestId('last-price')).toBeVisible();
    expect(await isBelow(page.getByTestId('last-price'))).toBe(true);
    await page.setViewportSize({ width: 390, height: 844 });
    const open = page.getByRole('main').getByRole('button', { name: 'Buy', exact: true });
    await expect(open).toBeVisible();
    // Toasts are below the prices and above the fixed bars.
    expect(await isBelow(page.getByTestId('last-price'))).toBe(true);
    expect(await isBelow(open)).toBe(false);
    await open.click();
    const buy = formOf(page, 'buy');
    await buy.getByRole('button', { name: 'Advanced' }).click();
    const always = buy.getByLabel('Confirm every order');
    await always.check();
    expect(await always.evaluate((box) => getComputedStyle(box).appearance)).toBe('none');
    await fill(buy, { Price: '45000', Amount: '0.1' });
    await send(buy);
    const dialog = page.getByRole('dialog', { name: 'Place this order?' });
    await expect(dialog.getByText('4,500 USDT')).toBeVisible();
    // On a phone the buttons are stacked with the action on top, and the safe one has the focus.
    const back = dialog.getByRole('button', { name: 'Back' });
    await expect(back).toBeFocused();
    const [action, safe] = [
      await dialog.getByRole('button', { name: 'Place order' }).boundingBox(),
      await back.boundingBox(),
    ];
    expect(action).toMatchObject({ x: safe?.x, width: safe?.width });
    expect(action?.y).toBeLessThan(safe?.y ?? 0);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(buy).toBeVisible();
    expect((await client.call(buyList, {})).total).toBe(0);
    await send(buy);
    await dialog.getByRole('button', { name: 'Place order' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect.poll(async () => (await client.call(buyList, {})).total).toBe(1);
    await client.call(buyCancelAll, {});
    expect((await client.call(historyList, {})).total).toBe(1);
    expect(person.errors).toEqual([]);
  });
});

function formOf(page: Page, side: 'buy' | 'sell'): Locator {
  return page.locator(`form[data-side="${side}"]`);
}

/** The note below a field. */
function noteOf(form: Locator, field: string): Locator {
  return form.getByRole('textbox', { name: field, exact: true }).locator('xpath=ancestor::div[2]/p');
}

async function fill(form: Locator, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    await form.getByRole('textbox', { name, exact: true }).fill(value);
  }
}

async function send(form: Locator): Promise<void> {
  await form.locator('button[type="submit"]').click();
}

/** Opens the advanced options, runs `choose`, and closes them. */
async function advanced(form: Locator, choose: (options: Locator) => Promise<void>): Promise<void> {
  const button = form.locator('button[aria-expanded]');
  await button.click();
  await choose(form.getByRole('group').first());
  await button.press('Escape');
  await expect(button).toHaveAttribute('aria-expanded', 'false');
}

async function paste(field: Locator, text: string): Promise<void> {
  const page = field.page();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await field.selectText();
  await field.press('ControlOrMeta+v');
}
