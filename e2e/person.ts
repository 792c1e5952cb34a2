import { randomUUID } from 'node:crypto';
import { siteConfig } from '@bourse/contract/identity';
import { expect, type Browser, type Page } from '@playwright/test';
import { Client } from './client.ts';

/**
 * Somebody in front of a browser of their own. What can be done twice is a method; what a journey is about stands in
 * the journey.
 */
export class Person {
  readonly page: Page;
  readonly #url: string;
  readonly #errors: string[] = [];

  private constructor(page: Page, url: string) {
    this.page = page;
    this.#url = url;
    page.on('pageerror', (error) => this.#errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') this.#errors.push(message.text());
    });
  }

  static async arrive(browser: Browser, baseURL: string): Promise<Person> {
    const context = await browser.newContext({ baseURL, locale: 'en' });
    return new Person(await context.newPage(), baseURL);
  }

  /** Comes to the market with an account and a session that were opened by the wire, from the same device. */
  async join(account: string, password = 'Journey2026'): Promise<void> {
    const { page } = this;
    // The smallest answer of the venue, to have its storage.
    await page.goto('/healthz');
    const fresh = randomUUID();
    const device = await page.evaluate((id) => localStorage.getItem('browserId') ?? id, fresh);
    const client = new Client(this.#url, 'en', device);
    const { default_invite_code: invitation } = await client.call(siteConfig, {});
    await client.join(account, invitation, password);
    const kept = { browserId: device, token: client.token, account, accountNumber: account, remember: '0' };
    await page.evaluate((entries) => {
      for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
    }, kept);
    await page.goto('/trade?id=0');
  }

  /** Registers by the form and logs in by the form that follows. */
  async joinByForms(account: string, password = 'Journey2026'): Promise<void> {
    const { page } = this;
    await page.goto('/register');
    await page.getByLabel('E-mail address').fill(account);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Repeat password').fill(password);
    await page.getByRole('button', { name: 'Use this code' }).click();
    await page.getByRole('button', { name: 'Register' }).click();
    // The address changes before the next page is there; until then the fields of the same names are those of this
    // page.
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
    // The form remembers who has just registered.
    await expect(page.getByLabel('E-mail address')).toHaveValue(account);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL('**/home');
    await page.goto('/trade?id=0');
  }

  async order(side: 'Buy' | 'Sell', price: string, amount: string): Promise<void> {
    const form = this.page.getByRole('form', { name: `${side} BTC` });
    await form.getByRole('textbox', { name: 'Price' }).fill(price);
    await form.getByRole('textbox', { name: 'Amount' }).fill(amount);
    await form.getByRole('button', { name: `${side} BTC` }).click();
  }

  /** Errors that the browser reported; a connection that was refused while the server was away is none. */
  get errors(): readonly string[] {
    return this.#errors.filter((error) => !/ERR_CONNECTION_REFUSED|WebSocket connection to/.test(error));
  }
}
