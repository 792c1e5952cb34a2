import { test } from '@playwright/test';
import { Venue, type VenueOptions } from './venue.ts';

/**
 * One venue for all journeys of a block: opened before the first, handed to whoever prepares it, and closed behind the
 * last. After each journey its pages are closed: open ones would go on asking the venue, at the cost of the journeys
 * that follow.
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
