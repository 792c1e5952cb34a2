import { expect, test, type Page } from '@playwright/test';
import { accountType, amount, currencyId, userId, venue as theVenue, type Command } from '@bourse/engine';
import { startWith } from './core-commands.ts';
import { Person } from './person.ts';
import { sharedVenue } from './shared-venue.ts';
import type { Venue } from './venue.ts';

test.describe('conversions', () => {
  let venue: Venue;
  sharedVenue({ simulator: true }, (opened) => {
    venue = opened;
  });

  test('a user gets a quote, accepts it, and sees the new balances', async ({ browser }) => {
    const person = await Person.arrive(browser, venue.url);
    await person.join('converter@example.org');
    const { page } = person;
    await opened(page);
    const form = page.getByRole('form', { name: 'Convert' });
    await form.getByRole('button', { name: 'Get quote' }).click();
    await expect(form.getByText('Enter an amount.')).toBeVisible();
    await form.getByRole('button', { name: 'Available 100,000 USDT' }).click();
    await expect(form.getByRole('textbox', { name: 'You convert' })).toHaveValue('100000');
    await form.getByRole('textbox', { name: 'You convert' }).fill('100000.01');
    await expect(form.getByText('You have 100,000 USDT available.')).toBeVisible();
    await form.getByRole('combobox', { name: 'Currency to receive' }).selectOption('ETH');
    await form.getByRole('textbox', { name: 'You convert' }).fill('600');
    await form.getByRole('button', { name: 'Get quote' }).click();
    const quote = form.getByRole('region', { name: 'Quote' });
    await expect(quote.getByRole('timer')).toBeVisible();
    const quoted = Number(await form.getByRole('textbox', { name: 'You receive' }).inputValue());
    await quote.getByRole('button', { name: 'Convert 600 USDT' }).click();
    await expect(page.getByTestId('announcer')).toHaveText('Conversion completed.');
    const result = page.getByText('You received');
    await expect(result).toBeFocused();
    // Less than quoted when the market has moved against the user since, but never beyond the tolerance.
    const received = Number(/[\d.]+/.exec(await result.innerText())?.[0]);
    expect(received).toBeLessThanOrEqual(quoted);
    expect(received).toBeGreaterThanOrEqual(quoted * 0.995);
    await page.getByRole('button', { name: 'Convert again' }).click();
    await expect(form.getByRole('button', { name: 'Available 99,400 USDT' })).toBeVisible();
    await form.getByRole('button', { name: 'Swap currencies' }).click();
    await expect(form.getByRole('combobox', { name: 'Currency to convert' })).toHaveValue('1');
    expect(person.errors).toEqual([]);
  });

  test('a quote that has expired is replaced by a new one', async ({ browser }) => {
    const person = await Person.arrive(browser, venue.url);
    await person.join('hesitant@example.org');
    const { page } = person;
    await page.clock.install();
    await opened(page);
    await quoted(page);
    await page.clock.fastForward(11_000);
    await expect(page.getByText('This quote has expired.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Convert 600 USDT' })).toHaveCount(0);
    await page.getByRole('button', { name: 'New quote' }).click();
    await page.getByRole('button', { name: 'Convert 600 USDT' }).click();
    await expect(page.getByText('You received')).toBeVisible();
    expect(person.errors).toEqual([]);
  });

  test('an attempt without a response is repeated and converts once', async ({ browser }) => {
    const person = await Person.arrive(browser, venue.url);
    await person.join('interrupted@example.org');
    const { page } = person;
    await opened(page);
    await quoted(page);
    // The server converts, but its first answer is lost.
    let answers = 0;
    await page.route('**/api/account/convert', async (route) => {
      answers += 1;
      if (answers > 1) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await page.getByRole('button', { name: 'Convert 600 USDT' }).click();
    await expect(page.getByText('No response.')).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('You received')).toBeVisible();
    await page.getByRole('button', { name: 'Convert again' }).click();
    await expect(page.getByRole('button', { name: 'Available 99,400 USDT' })).toBeVisible();
  });
});

test.describe('a debt', () => {
  let venue: Venue;
  sharedVenue({ simulator: false }, (opened) => {
    venue = opened;
  });

  test('is shown with its payment, beside deposits that are not final', async ({ browser }) => {
    const person = await Person.arrive(browser, venue.url);
    await person.join('debtor@example.org');
    const { page } = person;
    await page.goto('about:blank');
    await venue.end('SIGTERM');
    await startWith(venue, debtCommands());
    await page.goto('/assets/convert');
    await expect(page.getByRole('region', { name: 'Deposits that are not final' })).toContainText('500 USDT');
    const debts = page.getByRole('region', { name: 'Debts' });
    await expect(debts).toContainText('1 ETH');
    await debts.getByRole('button', { name: 'Repay 0.4 ETH' }).click();
    const question = page.getByRole('dialog', { name: 'Repay your debt in ETH?' });
    await question.getByRole('button', { name: 'Repay 0.4 ETH' }).click();
    await expect(page.getByTestId('announcer')).toHaveText('Payment completed.');
    await expect(debts).toContainText('0.6 ETH');
    await expect(debts).toContainText('Your spot account has no ETH to repay it with.');
    expect(person.errors).toEqual([]);
  });
});

/** Opens the form and waits until its currencies have prices. */
async function opened(page: Page): Promise<void> {
  await page.goto('/assets/convert');
  await expect(page.getByRole('form', { name: 'Convert' })).toBeVisible();
  await expect(page.getByText('There is no current price')).toHaveCount(0);
}

async function quoted(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'You convert' }).fill('600');
  await page.getByRole('button', { name: 'Get quote' }).click();
  await expect(page.getByRole('button', { name: 'Convert 600 USDT' })).toBeVisible();
}

/** A deposit that is not final, a debt of 1 ETH, and 0.4 ETH to repay it with, of the first user. */
function debtCommands(): Command[] {
  const [eth, usdt] = [2, 3];
  const { change, treasury } = accountType;
  const user = userId(100_001);
  const of = (currency: number, units: number, n: number) => {
    const money = { user, accountType: change, currency: currencyId(currency), amount: amount(units) };
    return { ...money, source: 'journey', n };
  };
  const payment = { currency: currencyId(eth), amount: amount(40_000_000), source: 'journey', n: 1 };
  return [
    { type: 'credit_deposit', ...of(usdt, 500_000_000, 1), matured: false },
    { type: 'credit_deposit', ...of(eth, 100_000_000, 2), matured: true },
    { type: 'hold', kind: 'withdrawal', ...of(eth, 1_100_000_000, 2) },
    { type: 'settle_hold', source: 'journey', n: 2, receiver: null, fee: amount(0) },
    { type: 'reverse_credit', ...of(eth, 100_000_000, 2) },
    {
      type: 'venue_transfer',
      from: treasury,
      toUser: user,
      to: change,
      ...payment,
      operator: theVenue,
      cause: 'compensation',
    },
  ];
}
