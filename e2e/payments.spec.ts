import { expect, test } from '@playwright/test';
import { Person } from './person.ts';
import { sharedVenue } from './shared-venue.ts';
import { setSite } from './site-settings.ts';
import type { Venue } from './venue.ts';

const tradePassword = 'Vx7qmd3k';

test.describe('payment methods', () => {
  let venue: Venue;
  sharedVenue({ simulator: false }, (opened) => {
    venue = opened;
    return setSite(venue, { demo_review_seconds: 1 });
  });

  test('a person verifies, adds a bank account in that name, changes it, and removes it', async ({ browser }) => {
    const ann = await Person.arrive(browser, venue.url);
    await ann.join('ann@example.org');
    const { page } = ann;
    await page.goto('/personal/collectionSettings');
    const menu = page.getByRole('navigation', { name: 'Personal centre' });
    await expect(menu.getByRole('link', { name: 'Payment methods' })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('button', { name: 'Add Bank transfer' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Verify identity' }).click();
    await page.getByRole('button', { name: 'Use the sample document' }).click();
    await expect(page.getByRole('img', { name: 'Back' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ann Lee');
    await page.getByRole('textbox', { name: 'Trade password', exact: true }).fill(tradePassword);
    await page.getByLabel('Repeat the trade password').fill(tradePassword);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('heading', { name: 'Your identity is verified' })).toBeVisible();

    await menu.getByRole('link', { name: 'Payment methods' }).click();
    const bank = page.getByRole('region', { name: 'Bank transfer' });
    await expect(bank.getByText('No account added yet')).toBeVisible();
    await bank.getByRole('button', { name: 'Add Bank transfer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Bank transfer' });
    // The verified name is filled in, and another one is refused.
    const holder = dialog.getByRole('textbox', { name: 'Account holder' });
    await expect(holder).toHaveValue('Ann Lee');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Please enter the name of the bank.')).toBeVisible();
    await expect(dialog.getByRole('textbox', { name: 'Bank' })).toBeFocused();
    await dialog.getByRole('textbox', { name: 'Bank' }).fill('First Example Bank');
    await dialog.getByRole('textbox', { name: 'Branch' }).fill('Springfield');
    await dialog.getByRole('textbox', { name: 'Account number' }).fill('6222 0202 0011 2233 445');
    await holder.fill('Bob Lee');
    await dialog.getByLabel('Trade password').fill('wrong-password');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('The account must be in your own name, as it was verified.')).toBeVisible();
    await holder.fill('LEE ANN');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('The trade password is wrong. Remaining attempts: 4.')).toBeVisible();
    await dialog.getByLabel('Trade password').fill(tradePassword);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByTestId('announcer')).toHaveText('The payment method was saved.');
    await expect(dialog).toHaveCount(0);
    await expect(bank.getByRole('listitem')).toContainText('•••• 3445');
    await expect(bank.getByRole('listitem')).toContainText('First Example Bank, Springfield');
    await expect(page.getByText('6222020200112233445')).toHaveCount(0);

    await bank.getByRole('button', { name: 'Edit Bank transfer •••• 3445' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Bank transfer' });
    await expect(edit.getByRole('textbox', { name: 'Account number' })).toHaveValue('6222020200112233445');
    await edit.getByRole('textbox', { name: 'Branch' }).fill('Shelbyville');
    await edit.getByLabel('Trade password').fill(tradePassword);
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(bank.getByRole('listitem')).toContainText('First Example Bank, Shelbyville');

    await bank.getByRole('button', { name: 'Remove Bank transfer •••• 3445' }).click();
    const question = page.getByRole('dialog', { name: 'Remove Bank transfer •••• 3445?' });
    await expect(question.getByRole('button', { name: 'Keep' })).toBeFocused();
    await question.getByRole('button', { name: 'Remove' }).click();
    await expect(bank.getByText('No account added yet')).toBeVisible();
    expect(ann.errors).toEqual([]);
  });
});
