import { test } from '@playwright/test';
import { Venue, type VenueOptions } from './venue.ts';

/**
 * Opens one venue for all tests of a block, prepares it, and closes it after the last test. The pages of each test are
 * closed after it, because open pages keep sending requests and slow down the tests that follow.
 */
export function sharedVenue(options: VenueOptions, prepare: (venue: Venue) => Promise<unknown> | void): void {
  let venue: Venue | null = null;
  test.beforeAll(async () => {
    venue = await Venue.open(options);
    await prepare(venue);
  });
  test.afterEach(async ({ browser }) => {
    for (const context of browser.contexts()) await context.close();
  });
  test.afterAll(async () => {
    await venue?.close();
  });
}
