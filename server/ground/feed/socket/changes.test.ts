import { marketId, type OperatorCommand, userId } from '@bourse/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, RunningVenue, type SocketClient } from '../../../testing/running-venue.ts';
import { changeOf } from './changes.ts';
import { RecentNotices } from './recent-notices.ts';

const btcUsdt = 1;
const decided = { operator: userId(7), cause: 'incident' } as const;

let venue: RunningVenue;
let ann: Person;
let ben: Person;

beforeAll(async () => {
  venue = await RunningVenue.open();
  [ann, ben] = [await venue.person('ann'), await venue.person('ben')];
});

afterAll(async () => {
  await venue.close();
});

async function loggedIn(person: Person): Promise<SocketClient> {
  const client = await venue.socket();
  client.say('login', person.token);
  await client.message(({ type }) => type === 'login');
  return client;
}

/** The changes that a client has received, up to the answer to its next message. */
async function changesAt(client: SocketClient): Promise<unknown[]> {
  client.say('unsub', 'DAY_MARKET');
  await client.message(({ type }) => type === 'unsub');
  return client.heard
    .filter(({ type }) => type === 'CHANGED' || type === 'MARKET_CHANGED')
    .map((message) => message['topic'] ?? message['state']);
}

describe('a change', () => {
  test('of a market reaches the clients that are connected and those that connect soon after, in its latest state', async () => {
    const before = await venue.socket();
    for (const state of ['halted', 'open', 'halted'] as const) {
      const command: OperatorCommand = { type: 'change_market_state', market: marketId(btcUsdt), state, ...decided };
      await venue.operate(command);
    }
    const after = await venue.socket();
    expect(await changesAt(before)).toEqual(['halted', 'open', 'halted']);
    expect(await changesAt(after)).toEqual(['halted']);
    for (const client of [before, after]) await client.close();
  });

  test("of a user's account or stars reaches that user only, also with a login soon after", async () => {
    const [anns, bens] = [await loggedIn(ann), await loggedIn(ben)];
    const others = (await changesAt(bens)).length;
    const own = (await changesAt(anns)).length;
    await ann.post('market/favorite', { currency_match_id: btcUsdt, added: 1 });
    const restriction = { type: 'restrict_user', user: userId(ann.id), before: 'none', scope: 'outflow' } as const;
    await venue.operate({ ...restriction, ...decided });
    await venue.operate({ ...restriction, before: 'outflow', scope: 'none', ...decided });
    const [annsNext, bensNext] = [await loggedIn(ann), await loggedIn(ben)];
    expect((await changesAt(anns)).slice(own)).toEqual(['favourites', 'account', 'account']);
    expect((await changesAt(bens)).slice(others)).toEqual([]);
    expect((await changesAt(annsNext)).slice(-2)).toEqual(['favourites', 'account']);
    expect(await changesAt(bensNext)).not.toContain('account');
    for (const client of [anns, bens, annsNext, bensNext]) await client.close();
  });

  test('is kept for new connections for a while, the newest of each key', () => {
    const recent = new RecentNotices(60_000);
    const [first, second] = [changeOf('site', null), changeOf('site', null)];
    const own = changeOf('account', userId(ann.id));
    recent.keep(first, 0);
    recent.keep(second, 10_000);
    recent.keep(own, 20_000);
    recent.keep({ ...own, delivery: { kind: 'every' } }, 30_000);
    expect(recent.of(null, 70_000)).toEqual([second]);
    expect(recent.of(null, 70_001)).toEqual([]);
    expect(recent.of(userId(ann.id), 80_000)).toEqual([own]);
    recent.sweep(80_001);
    expect(recent.of(userId(ann.id), 0)).toEqual([]);
  });
});
