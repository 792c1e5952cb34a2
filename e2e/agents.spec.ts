import { AxeBuilder } from '@axe-core/playwright';
import { agentInfo, type AgentPayout, agentPayouts } from '@bourse/contract/agents';
import { userInfo } from '@bourse/contract/identity';
import { buyAdd, ownTrades, sellAdd } from '@bourse/contract/spot';
import { changeLog } from '@bourse/contract/wallet';
import { readFile } from 'node:fs/promises';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { Client } from './client.ts';
import { arriveVerified, type Trader } from './merchant.ts';
import { Person } from './person.ts';
import { sharedVenue } from './shared-venue.ts';
import { Staff } from './staff.ts';
import type { Venue } from './venue.ts';

const dayMs = 86_400_000;
const password = 'Journey2026';

test.describe('an agent', () => {
  let venue: Venue;
  /** The environment of the next start; the clock of the server is set by it. */
  const environment: Record<string, string> = { CONSOLE_LISTEN: '127.0.0.1:0' };
  sharedVenue({ simulator: false, environment }, (opened) => {
    venue = opened;
  });

  test('takes in a user by authorization code, who agrees and later leaves', async ({ browser }) => {
    test.slow();
    const finn = await Staff.enrol(browser, venue, 'flo@venue.example', 'finance');
    const ada = await arriveVerified(browser, venue, 'amy@example.org', 3);
    const { id } = await ada.client.call(userInfo, {});
    await finn.open('Agents');
    await finn.page.getByRole('button', { name: 'Make an agent' }).click();
    await finn.dialog().getByLabel('User').fill(String(id));
    await finn.confirm('Make an agent', 'Contract signed on paper');

    const gil = await Person.arrive(browser, venue.url);
    await gil.join('gil@example.org');
    await gil.page.goto('/personal/accountSettings');
    const code = gil.page.getByRole('region', { name: 'Authorization code' }).getByText(/^[A-Z2-9]{12}$/);
    await expect(code).toBeVisible();

    const { page } = ada;
    await page.goto('/personal/agent');
    await page.getByLabel('Authorization code').fill('WRONGWRONGWR');
    await page.getByRole('button', { name: 'Check' }).click();
    await expect(page.getByText(/^This authorization code is unknown/)).toBeVisible();
    await page.getByLabel('Authorization code').fill(await code.innerText());
    await page.getByRole('button', { name: 'Check' }).click();
    await expect(page.getByText('This code belongs to g***@example.org.')).toBeVisible();
    await page.getByRole('button', { name: 'Send request' }).click();
    await expect(page.getByTestId('announcer')).toHaveText('Request sent. The user has 72 hours to answer.');

    await gil.page.reload();
    const request = gil.page.getByRole('region', { name: 'Requests of agents' });
    await expect(request).toContainText('The agent sees your masked e-mail address');
    await expect(request).toContainText('a***@example.org wants to be your agent');
    expect((await new AxeBuilder({ page: gil.page }).analyze()).violations).toEqual([]);
    await request.getByRole('button', { name: 'Accept' }).click();
    const own = gil.page.getByRole('region', { name: 'Your agent' });
    await expect(own).toContainText('The agent’s share');
    await expect(own).toContainText('20 % of the fees');
    await own.getByRole('button', { name: 'Leave the agent' }).click();
    const question = gil.page.getByRole('dialog', { name: 'Leave your agent?' });
    await question.getByRole('button', { name: 'Leave the agent' }).click();
    await expect(gil.page.getByText(/^You left your agent\. Another one is possible from/)).toBeVisible();
    await page.reload();
    await expect(page.getByRole('table', { name: 'Your users' })).not.toContainText('today');
    expect(gil.errors).toEqual([]);
  });

  // The last one, because it restarts the exchange with its clock ahead.
  test('is made in the console, brings in a friend by link, and is paid after midnight what its user’s trades earn', async ({
    browser,
  }) => {
    test.slow();
    const finn = await Staff.enrol(browser, venue, 'finn@venue.example', 'finance');
    const ada = await arriveVerified(browser, venue, 'ada@example.org', 1);
    const { id } = await ada.client.call(userInfo, {});

    // Finance makes her an agent.
    await finn.open('Agents');
    await finn.page.getByRole('button', { name: 'Make an agent' }).click();
    await finn.dialog().getByLabel('User').fill(String(id));
    await finn.dialog().getByLabel('Limits per day').fill('USDT 1000');
    await finn.confirm('Make an agent', 'Contract signed on paper');
    await expect(finn.row(new RegExp(String(id)))).toContainText('Active');
    // Without the mark of a new row.
    await finn.page.reload();
    await expect(finn.row(new RegExp(String(id)))).toContainText('Active');
    expect((await new AxeBuilder({ page: finn.page }).analyze()).violations).toEqual([]);

    // She finds her link and saves the poster.
    const { page } = ada;
    await page.goto('/personal/accountSettings');
    await page.getByRole('link', { name: 'Open the agent page' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Agent' })).toBeVisible();
    await expect(page.getByText('20 % of the fees')).toBeVisible();
    await expect(page.getByText('No users yet. Share your link.')).toBeVisible();
    const poster = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the poster' }).click();
    const drawn = await readFile(await (await poster).path());
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    const link = await page.getByText(/\/register\?extension_code=/).innerText();
    expect(await codeOn(page, drawn)).toEqual(await shownCode(page));

    // A friend registers with it: the code is filled in and locked.
    const fay = await register(browser, link, 'fay@example.org');
    await fay.page.goto('/personal/accountSettings');
    await expect(fay.page.getByRole('region', { name: 'Your agent' })).toContainText('a***@example.org');

    // Both trade.
    const bob = await trader('bob@example.org');
    await bob.call(sellAdd, { currency_match_id: 1, number: '0.1', price: '60000' });
    await fay.client.call(buyAdd, { currency_match_id: 1, number: '0.1', price: '60000' });
    await bob.call(buyAdd, { currency_match_id: 1, number: '0.05', price: '59000' });
    await fay.client.call(sellAdd, { currency_match_id: 1, number: '0.05', price: '59000' });
    await ada.client.call(buyAdd, { currency_match_id: 1, number: '0.01', price: '58000' });
    await page.reload();
    await expect(page.getByRole('table', { name: 'Your users' })).toContainText('f***@example.org');
    await expect(page.getByRole('region', { name: 'Your share' })).toContainText('USDT');
    expect((await ada.client.call(agentPayouts, {})).data).toEqual([]);

    // After midnight UTC the commission of the day is paid once.
    await venue.end('SIGTERM');
    const untilMidnight = dayMs - (Date.now() % dayMs);
    environment['NODE_OPTIONS'] = clockAhead(untilMidnight + 20_000);
    await venue.start();
    await venue.whenReady();
    await expect.poll(async () => (await ada.client.call(agentPayouts, {})).data.length, { timeout: 60_000 }).toBe(2);
    const payouts = (await ada.client.call(agentPayouts, {})).data;
    await recomputed(payouts, ada, fay.client);
    await page.goto('/personal/agent');
    const table = page.getByRole('table', { name: 'Payouts' });
    await expect(table.getByRole('row')).toHaveCount(3);
    await expect(table).toContainText('f***@example.org');
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const lines = (await readFile(await (await file).path(), 'utf8')).trim().split('\n');
    expect(lines).toHaveLength(3);
    expect(ada.person.errors).toEqual([]);

    // Another start pays nothing again.
    await venue.end('SIGKILL');
    await venue.start();
    await venue.whenReady();
    expect((await ada.client.call(agentPayouts, {})).data).toEqual(payouts);
  });

  async function trader(account: string): Promise<Client> {
    const client = new Client(venue.url, 'en', `device-${account}`);
    await client.join(account, 'BOURSE', password);
    return client;
  }

  /** Registers and logs in through the forms, with the link of an invitation. */
  async function register(browser: Browser, link: string, account: string) {
    const person = await Person.arrive(browser, venue.url);
    const { page } = person;
    await page.goto(link);
    const code = page.getByRole('textbox', { name: 'Invitation code' });
    await expect(code).toHaveValue(new URL(link).searchParams.get('extension_code') ?? '');
    await expect(code).not.toBeEditable();
    await expect(page.getByText(/^If the inviter is an agent or has one/)).toBeVisible();
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(account);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Repeat password').fill(password);
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
    await page.waitForURL('**/home');
    const client = new Client(venue.url, 'en', await page.evaluate(() => localStorage.getItem('browserId') ?? ''));
    client.resume(await page.evaluate(() => localStorage.getItem('token') ?? ''), account);
    return { client, page };
  }
});

/** The modules of the QR code of the link that the page shows, `1` for dark, without its quiet zone. */
async function shownCode(page: Page): Promise<string[]> {
  const path = page.getByRole('region', { name: 'Invite by link' }).getByRole('img').locator('path');
  const drawn = (await path.getAttribute('d')) ?? '';
  const dark = [...drawn.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
  const [first, last] = [Math.min(...dark.map(([x]) => x)), Math.max(...dark.map(([x]) => x))];
  const found = new Set(dark.map(([x, y]) => `${x} ${y}`));
  const all = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  return all.map((y) => all.map((x) => (found.has(`${x} ${y}`) ? '1' : '0')).join(''));
}

/**
 * The same of the QR code on a picture, in whose middle nothing else is dark: the corner of its finder pattern gives
 * its edges and the size of a module.
 */
async function codeOn(page: Page, picture: Buffer): Promise<string[]> {
  return page.evaluate(async (encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (sign) => sign.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (pen === null) throw new Error('This browser cannot read a picture.');
    pen.drawImage(bitmap, 0, 0);
    const { data } = pen.getImageData(0, 0, bitmap.width, bitmap.height);
    const isDark = (x: number, y: number) => (data[4 * (y * bitmap.width + x)] ?? 255) < 100;
    const columns = Array.from({ length: bitmap.width }, (_, at) => at);
    // Below the title and above the text.
    const [from, to] = [Math.round(bitmap.height * 0.2), Math.round(bitmap.height * 0.82)];
    const rows = Array.from({ length: to - from }, (_, at) => from + at);
    const top = rows.find((y) => columns.some((x) => isDark(x, y))) ?? 0;
    const bottom = rows.findLast((y) => columns.some((x) => isDark(x, y))) ?? 0;
    const left = columns.find((x) => isDark(x, top)) ?? 0;
    const light = columns.find((x) => x > left && !isDark(x, top)) ?? 0;
    // The upper edge of a finder pattern has seven modules.
    const size = (light - left) / 7;
    const all = Array.from({ length: Math.round((bottom + 1 - top) / size) }, (_, at) => at);
    const middle = (start: number, at: number) => Math.floor(start + (at + 0.5) * size);
    return all.map((y) => all.map((x) => (isDark(middle(left, x), middle(top, y)) ? '1' : '0')).join(''));
  }, picture.toString('base64'));
}

/** Sets the clock of a Node process ahead. */
function clockAhead(ms: number): string {
  return `--import=data:text/javascript,const{now}=Date;Date.now=()=>now()+${ms}`;
}

/** Recomputes payouts from what each side can read: the fees of the user's own trades, and the agent's account. */
async function recomputed(payouts: readonly AgentPayout[], agent: Trader, user: Client): Promise<void> {
  const { share, total } = await agent.client.call(agentInfo, {});
  const fees = new Map<string, bigint>();
  for (const { fee, fee_currency: code } of (await user.call(ownTrades, {})).data)
    fees.set(code, (fees.get(code) ?? 0n) + units(fee));
  const log = await agent.client.call(changeLog, { cause: 'commission' });
  expect(payouts.map(({ currency_code: code }) => code).toSorted()).toEqual([...fees.keys()].toSorted());
  for (const { currency_code: code, earned, fees: shown, n, paid } of payouts) {
    const own = fees.get(code) ?? 0n;
    expect(units(shown)).toBe(own);
    const decimals = code === 'USDT' ? 6 : 8;
    const unit = 10n ** BigInt(scale - decimals);
    const commission = ((own * units(share)) / 10n ** BigInt(scale) / unit) * unit;
    expect([units(earned), units(paid)]).toEqual([commission, commission]);
    expect(units(total.find((one) => one.currency_code === code)?.commission ?? '0')).toBe(commission);
    const row = log.data.find(({ cause_id: id }) => id === n);
    expect([row?.currency_code, units(row?.amount ?? '0')]).toEqual([code, commission]);
  }
}

const scale = 18;

/** A decimal as a count of 10^-18. */
function units(text: string): bigint {
  const [whole = '0', decimals = ''] = text.split('.');
  return BigInt(whole + decimals.padEnd(scale, '0'));
}
