import { settingsCalls } from '@bourse/contract/console';
import { expect, test } from '@playwright/test';
import { Person } from './person.ts';
import { sharedVenue } from './shared-venue.ts';
import { Staff } from './staff.ts';
import type { Venue } from './venue.ts';

const tradePassword = 'Vx7qmd3k';

test.describe('identity verification', () => {
  let venue: Venue;
  sharedVenue({ simulator: false, environment: { CONSOLE_LISTEN: '127.0.0.1:0' } }, (opened) => {
    venue = opened;
  });

  /** Opens the page and submits the sample document under a name. */
  async function submit(person: Person, name: string): Promise<void> {
    const { page } = person;
    await page.goto('/personal/authentication');
    await page.getByRole('button', { name: 'Use the sample document' }).click();
    await expect(page.getByRole('img', { name: 'Back' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await page.getByRole('textbox', { name: 'Trade password', exact: true }).fill(tradePassword);
    await page.getByLabel('Repeat the trade password').fill(tradePassword);
    await page.getByRole('button', { name: 'Submit' }).click();
  }

  test('creates a trade password, is decided by staff or by a demo, and starts again after a rejection', async ({
    browser,
  }) => {
    const staff = await Staff.enrol(browser, venue, 'rita@venue.example', 'admin', 'risk');
    const setSeconds = async (value: number, version: number): Promise<void> => {
      const grounds = { reason_code: 'policy', reason: 'A journey of the tests' } as const;
      await staff.call(settingsCalls.changeSetting, { name: 'demo_review_seconds', value, version, ...grounds });
    };
    await setSeconds(1, 0);
    const ann = await Person.arrive(browser, venue.url);
    await ann.join('ann@example.org');
    await ann.page.goto('/personal/authentication');
    // Nothing is sent while something is missing, and each field says what.
    await ann.page.getByRole('button', { name: 'Submit' }).click();
    await expect(ann.page.getByText('Please upload an image of this side.')).toHaveCount(2);
    await ann.page.getByRole('textbox', { name: 'Trade password', exact: true }).fill(tradePassword);
    await expect(ann.page.getByText('The two passwords are inconsistent.')).toBeVisible();
    await ann.page.locator('input[name=front]').setInputFiles({
      name: 'front.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    });
    await expect(ann.page.getByText('This file is not an image that can be used.')).toBeVisible();
    await submit(ann, 'Ann Example');
    await expect(ann.page.getByRole('heading', { name: 'Your identity is verified' })).toBeVisible({ timeout: 30_000 });
    await expect(ann.page.getByText('The images were not examined.')).toBeVisible();

    await setSeconds(0, 1);
    const bob = await Person.arrive(browser, venue.url);
    await bob.join('bob@example.org');
    await bob.page.goto('/personal/authentication');
    await expect(bob.page.getByRole('button', { name: 'Use the sample document' })).toHaveCount(0);
    await setSeconds(3_600, 2);
    await submit(bob, 'Bob Example');
    await expect(bob.page.getByRole('heading', { name: 'Your documents are under review' })).toBeVisible();

    await staff.open('Identity documents');
    await staff.row(/Waiting/).click();
    await staff.page.getByRole('button', { name: 'Take' }).click();
    await staff.confirm('Take', 'The oldest of the queue');
    await staff.page.getByRole('button', { name: 'Show documents' }).click();
    await staff.confirm('Show documents', 'Review of the documents');
    await expect(staff.page.getByText('Bob Example')).toBeVisible();
    await expect(staff.page.getByRole('img', { name: 'Front of the document' })).toBeVisible();
    await staff.page.getByRole('button', { name: 'Reject' }).click();
    await staff.dialog().getByLabel('Shown to the user').selectOption({ label: 'Images not readable' });
    await staff.dialog().getByLabel('Your words to the user').fill('The front is blurred.');
    await staff.confirm('Reject', 'The text cannot be read');

    await expect(bob.page.getByText('The images are not readable. The front is blurred.')).toBeVisible({
      timeout: 30_000,
    });
    await bob.page.getByRole('textbox', { name: 'Name', exact: true }).fill('Bob Sample');
    await bob.page.getByRole('button', { name: 'Submit again' }).click();
    await expect(bob.page.getByRole('heading', { name: 'Your documents are under review' })).toBeVisible();
    await staff.row(/Waiting/).click();
    await staff.page.getByRole('button', { name: 'Take' }).click();
    await staff.confirm('Take', 'The documents came back');
    await staff.page.getByRole('button', { name: 'Approve' }).click();
    await staff.confirm('Approve', 'The documents are in order');
    await expect(bob.page.getByRole('heading', { name: 'Your identity is verified' })).toBeVisible({ timeout: 30_000 });
    expect([...ann.errors, ...bob.errors, ...staff.errors]).toEqual([]);
  });
});
