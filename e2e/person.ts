import { randomUUID } from 'node:crypto';
import { siteConfig } from '@bourse/contract/identity';
import { expect, type Browser, type Page } from '@playwright/test';
import { Client } from './client.ts';

/** A user with a browser. Steps that several tests share are methods here. */
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

  /**
   * Logs in with an account and a session that are created over HTTP from the same device, and opens the first market.
   */
  async join(account: string, password = 'Journey2026'): Promise<void> {
    const { page } = this;
    // The site's smallest response, opened to get access to its storage.
    await page.goto('/healthz');
    const fresh = randomUUID();
    const device = await page.evaluate((id) => localStorage.getItem('browserId') ?? id, fresh);
    const client = new Client(this.#url, 'en', device);
    const { default_invite_code: invitation } = await client.call(siteConfig, {});
    await client.join(account, invitation, password);
    const kept = { browserId: client.deviceId, token: client.token, account, accountNumber: account, remember: '0' };
    await page.evaluate((entries) => {
      for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
    }, kept);
    await page.goto('/trade?id=0');
  }

  /** Registers and logs in through the forms. */
  async joinByForms(account: string, password = 'Journey2026'): Promise<void> {
    const { page } = this;
    await page.goto('/register');
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(account);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Repeat password').fill(password);
    await page.getByRole('button', { name: 'Use this code' }).click();
    await page.getByRole('button', { name: 'Register' }).click();
    // The URL changes before the next page is rendered; until then fields with the same names belong to this page.
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
    // The form is prefilled with the registered account.
    await expect(page.getByRole('textbox', { name: 'E-mail address' })).toHaveValue(account);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
    await page.waitForURL('**/home');
    await page.goto('/trade?id=0');
  }

  async order(side: 'Buy' | 'Sell', price: string, amount: string): Promise<void> {
    const form = this.page.getByRole('form', { name: `${side} BTC` });
    await form.getByRole('textbox', { name: 'Price' }).fill(price);
    await form.getByRole('textbox', { name: 'Amount' }).fill(amount);
    await form.getByRole('button', { name: `${side} BTC` }).click();
  }

  /** Errors that the browser reported, except connections refused while the server was down. */
  get errors(): readonly string[] {
    return this.#errors.filter((error) => !/ERR_CONNECTION_REFUSED|WebSocket connection to/.test(error));
  }
}
