import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { Person } from './person.ts';
import { sharedVenue } from './shared-venue.ts';
import { Staff } from './staff.ts';
import type { Venue } from './venue.ts';

const picture = fileURLToPath(new URL('../docs/trade.png', import.meta.url));
const words = 'My deposit of yesterday is still not in my account.';

test.describe('support', () => {
  let venue: Venue;
  sharedVenue({ simulator: false, environment: { CONSOLE_LISTEN: '127.0.0.1:0' } }, (opened) => {
    venue = opened;
  });

  test('a user searches the help centre, writes feedback, reads the answer of staff and closes it', async ({
    browser,
  }) => {
    const sue = await Staff.enrol(browser, venue, 'sue@venue.example', 'support');
    const person = await Person.arrive(browser, venue.url);
    await person.join('asker@example.org');
    const { page } = person;

    // An article by its topic, one by a search, and back to the results.
    await page.goto('/help');
    await expect(page.getByRole('region', { name: 'Security' }).getByRole('link')).toHaveCount(4);
    await page.getByRole('searchbox', { name: 'Search the help centre' }).fill('nothing has all thesewords');
    await expect(page.getByText('No article contains all these words.')).toBeVisible();
    await page.getByRole('searchbox').fill('SÉCOND factor lost');
    const results = page.getByRole('region', { name: 'Results for' });
    await results.getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Second factor' })).toBeVisible();
    await page.getByRole('link', { name: 'Results for' }).click();
    await expect(page.getByRole('searchbox')).toHaveValue('SÉCOND factor lost');

    // Feedback, whose words are counted while they are typed.
    await page.getByRole('link', { name: 'Write to support' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'New feedback' })).toBeVisible();
    await page.getByLabel('Description').fill('Too short');
    await expect(page.getByText('Words: 2 (at least 10)')).toBeVisible();
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByLabel('Subject')).toBeFocused();
    await expect(page.getByText('Words so far: 2.')).toBeVisible();
    await page.getByLabel('Subject').selectOption('assets');
    await page.getByLabel('Title').fill('Deposit is missing');
    await page.getByLabel('Description').fill(words);
    await expect(page.getByText('Words: 10 (at least 10)')).toBeVisible();
    await page.getByLabel('Image 1').setInputFiles(picture);
    await expect(page.getByRole('img', { name: 'Image 1' })).toBeVisible();
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Deposit is missing' })).toBeVisible();
    await expect(page.getByText('Waiting for an answer')).toBeVisible();
    await expect(page.getByRole('img', { name: 'Image 1' })).toBeVisible();

    // Staff take and answer it.
    await sue.open('Feedback');
    await sue.row(/Deposit is missing/).click();
    const drawer = sue.page.getByRole('complementary');
    await expect(drawer.getByText(words)).toBeVisible();
    await drawer.getByRole('button', { name: 'Image 1' }).click();
    await sue.confirm('Show image', 'The user sent it as evidence');
    await expect(drawer.getByRole('img', { name: 'Image 1' })).toBeVisible();
    await drawer.getByRole('button', { name: 'Take for 15 minutes' }).click();
    await expect(drawer.getByRole('button', { name: 'Keep for 15 minutes' })).toBeVisible();
    await drawer.getByLabel('Answer').fill('It is there now. Please look again.');
    await drawer.getByRole('button', { name: 'Send answer' }).click();
    await expect(sue.row(/Deposit is missing/)).toContainText('Answered');

    // The user reads the answer in the list and the thread, and closes it.
    await page.goto('/personal/feedback');
    const row = page.getByRole('main').getByRole('link', { name: 'Deposit is missing' });
    await expect(row).toContainText('Answered');
    await row.click();
    await expect(page.getByText('It is there now. Please look again.')).toBeVisible();
    await page.getByRole('button', { name: 'Close feedback' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close feedback' }).click();
    await expect(page.getByText('A reply opens this feedback again.')).toBeVisible();
    await page.goto('/personal/feedback');
    await expect(row).toContainText('Closed');
    expect([...person.errors, ...sue.errors]).toEqual([]);
  });
});
