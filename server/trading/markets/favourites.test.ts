import type { MatchGroup } from '@bourse/contract/markets';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, RunningVenue } from '../../testing/running-venue.ts';

let venue: RunningVenue;
let ann: Person;
let ben: Person;

beforeAll(async () => {
  venue = await RunningVenue.open();
  ann = await venue.person('ann');
  ben = await venue.person('ben');
});

afterAll(async () => {
  await venue.close();
});

const star = (person: Person, currency_match_id: unknown, added: unknown) =>
  person.post('market/favorite', { currency_match_id, added });

/** The ids of the starred markets in the list that a caller receives. */
async function starred(headers: Record<string, string>): Promise<number[]> {
  const { body } = await venue.get<MatchGroup[]>('market/currency_matches', headers);
  return body.data
    .flatMap(({ matches }) => matches)
    .filter(({ added }) => added === 1)
    .map(({ id }) => id);
}

describe('a favourite', () => {
  test('is shown only to the user who starred it', async () => {
    expect((await star(ann, 2, 1)).body).toMatchObject({ code: 1, data: { currency_match_id: 2, added: 1 } });
    await star(ann, '13', true);
    await star(ben, 64, 1);
    expect(await starred({ authorization: ann.token })).toEqual([2, 13]);
    expect(await starred({ authorization: `Bearer ${ben.token}` })).toEqual([64]);
    expect(await starred({})).toEqual([]);
  });

  test('can be starred and unstarred repeatedly with the same result', async () => {
    for (const added of [1, 1]) expect((await star(ann, 5, added)).body.code).toBe(1);
    expect(await starred({ authorization: ann.token })).toEqual([2, 5, 13]);
    for (const added of [0, false]) {
      expect((await star(ann, 5, added)).body).toMatchObject({ code: 1, data: { currency_match_id: 5, added: 0 } });
    }
    expect(await starred({ authorization: ann.token })).toEqual([2, 13]);
  });

  test('survives a restart of the exchange', async () => {
    await venue.stop();
    venue = await RunningVenue.openOn(venue.database);
    ann = ann.on(venue);
    ben = ben.on(venue);
    expect(await starred({ authorization: ann.token })).toEqual([2, 13]);
  });

  test.each([
    ['for an unknown market', 9_999, 1, 'market_unknown'],
    ['without a market', undefined, 1, 'invalid_request'],
    ['with an invalid flag', 2, 'maybe', 'invalid_request'],
  ])('%s is refused', async (_what, market, added, error) => {
    expect((await star(ann, market, added)).body.error).toBe(error);
  });

  test('needs a session', async () => {
    const { body } = await venue.post('market/favorite', { currency_match_id: 2, added: 1 });
    expect(body).toMatchObject({ code: 999, error: 'session_ended' });
  });
});

test('the list of markets is public: a caller with a stale token is served as a visitor', async () => {
  const leaving = await venue.person('leaving');
  await star(leaving, 3, 1);
  await leaving.post('user/logout', {});
  expect(await starred({ authorization: leaving.token })).toEqual([]);
  expect(await starred({ authorization: 'x'.repeat(43) })).toEqual([]);
});
