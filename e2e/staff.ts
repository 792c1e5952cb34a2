import {
  type ConsoleCall,
  consoleHeader,
  type ConsoleInput,
  type ConsoleOutput,
  consolePrefix,
} from '@bourse/contract/console';
import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { oneTimeCode, stepMs } from './one-time-code.ts';
import { consoleOf, operator } from './operator.ts';
import type { Venue } from './venue.ts';

const password = 'violet kettle 9 rivers';

/** A member of staff with a browser and an authenticator app. */
export class Staff {
  readonly page: Page;
  readonly email: string;
  readonly #url: string;
  readonly #errors: string[] = [];
  #secret = '';

  private constructor(page: Page, email: string, url: string) {
    this.page = page;
    this.email = email;
    this.#url = url;
    page.on('pageerror', (error) => this.#errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') this.#errors.push(message.text());
    });
  }

  /** Opens the link that the operator command prints, and enrols and logs in through the forms. */
  static async enrol(browser: Browser, venue: Venue, email: string, ...roles: readonly string[]): Promise<Staff> {
    const url = await consoleOf(venue);
    const [, token = ''] = /#([\w-]+)/.exec(await operator(venue, 'create', email, ...roles)) ?? [];
    const context = await browser.newContext({ baseURL: url, locale: 'en' });
    const staff = new Staff(await context.newPage(), email, url);
    const { page } = staff;
    await page.goto(`/enrol#${token}`);
    await page.getByLabel('New password').fill(password);
    await page.getByLabel('Repeat the password').fill(password);
    const key = await page.getByTitle('Copy the key').innerText();
    staff.#secret = key.replaceAll(' ', '');
    await staff.#earlyInStep();
    await page.getByLabel('Code shown now').fill(staff.#code(-1));
    await page.getByLabel('The next code').fill(staff.#code(0));
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByLabel('I have stored the recovery codes').check();
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('One-time password').fill(staff.#code(1));
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
    return staff;
  }

  /** Opens a screen by the navigation. */
  async open(screen: string): Promise<void> {
    await this.page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('link', { name: screen, exact: true })
      .click();
    await expect(this.page.getByRole('heading', { level: 1, name: screen })).toBeVisible();
  }

  /** Gives the reason in the open dialog and confirms it. */
  async confirm(label: string, reason: string): Promise<void> {
    const dialog = this.dialog();
    const code = dialog.getByRole('combobox', { name: 'Reason' });
    if ((await code.inputValue()) === '') await code.selectOption('policy');
    await dialog.getByLabel('Explanation').fill(reason);
    await dialog.getByRole('button', { name: label, exact: true }).click();
    await expect(dialog).toHaveCount(0);
  }

  /** The dialog on top. */
  dialog(): Locator {
    return this.page.getByRole('dialog').last();
  }

  /** Changes the state of the market whose row is open. */
  async changeState(state: string, reason: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Change state' }).click();
    await this.dialog().getByRole('radio', { name: state }).check();
    await this.confirm('Change state', reason);
  }

  row(name: string | RegExp): Locator {
    return this.page.getByRole('row', { name }).first();
  }

  /** A call as the page makes it. */
  async call<C extends ConsoleCall>(call: C, input: ConsoleInput<C>): Promise<ConsoleOutput<C>> {
    const isRead = call.method === 'GET';
    const query = isRead ? `?${new URLSearchParams(textsOf(input)).toString()}` : '';
    const answer = await this.page.request.fetch(`${this.#url}${consolePrefix}${call.path}${query}`, {
      method: call.method,
      headers: { [consoleHeader.name]: consoleHeader.value, origin: this.#url },
      ...(isRead ? {} : { data: input }),
    });
    const envelope = (await answer.json()) as {
      code: number;
      data: ConsoleOutput<C>;
      error?: string;
      details?: object;
    };
    if (envelope.code !== 1) {
      throw new Error(`${call.path}: ${envelope.error ?? ''} ${JSON.stringify(envelope.details)}`);
    }
    return envelope.data;
  }

  get errors(): readonly string[] {
    return this.#errors;
  }

  /** The three codes of enrolment and login are valid together only while none of their times has passed. */
  async #earlyInStep(): Promise<void> {
    await this.page.waitForFunction((step) => Date.now() % step < step / 2, stepMs);
  }

  #code(steps: number): string {
    return oneTimeCode(this.#secret, steps);
  }
}

function textsOf(input: object): Record<string, string> {
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]));
}
