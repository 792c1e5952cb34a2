import type { Invitation, InvitedPerson } from '@bourse/contract/identity';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beAgent } from '../../testing/agent-account.ts';
import { application, type Person, RunningVenue } from '../../testing/running-venue.ts';
import { maskedAccount } from './invitations.ts';

interface InvitedPage {
  readonly total: number;
  readonly last_page: number;
  readonly data: InvitedPerson[];
}

const clock = { ms: Date.now() };
let venue: RunningVenue;
let ann: Person;

beforeAll(async () => {
  venue = await RunningVenue.open({ now: () => clock.ms });
  ann = await venue.person('ann');
  await beAgent(venue.database, ann.id);
});

afterAll(async () => {
  await venue.close();
});

const ownInvitation = async (person: Person) => (await person.get<Invitation>('user/invitation')).body.data;
const invited = async (person: Person, query = '') => (await person.get<InvitedPage>(`user/invited${query}`)).body;

describe('an invitation', () => {
  test('code is unique per user, and the invited users are listed masked, newest first', async () => {
    const { invite_code, invited: none } = await ownInvitation(ann);
    expect(invite_code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
    expect(none).toBe(0);
    for (const account of ['first@example.com', 'second@mail.example.org', 'b@example.com']) {
      clock.ms += 1_000;
      expect((await venue.post('user/register', application({ account, invite_code }))).body.code).toBe(1);
    }
    await venue.person('uninvited');
    expect(await ownInvitation(ann)).toEqual({ invite_code, invited: 3 });
    const { data } = await invited(ann);
    expect(data).toMatchObject({ total: 3, last_page: 1 });
    expect(data.data).toEqual([
      { account: 'b***@example.com', created_at: clock.ms },
      { account: 'se***@mail.example.org', created_at: clock.ms - 1_000 },
      { account: 'fi***@example.com', created_at: clock.ms - 2_000 },
    ]);
  });

  test('list is paged', async () => {
    const second = (await invited(ann, '?page=2&limit=2')).data;
    expect(second).toMatchObject({ total: 3, last_page: 2 });
    expect(second.data.map(({ account }) => account)).toEqual(['fi***@example.com']);
    expect((await invited(ann, '?limit=101')).error).toBe('invalid_request');
  });

  test('list is visible to its owner only', async () => {
    const ben = await venue.person('ben');
    expect((await ben.get('user/invitation')).body.error).toBe('agent_missing');
    await beAgent(venue.database, ben.id);
    expect(await ownInvitation(ben)).toMatchObject({ invited: 0 });
    expect((await invited(ben)).data.data).toEqual([]);
    expect((await venue.get('user/invited')).body.code).toBe(999);
    expect((await venue.get('user/invitation')).body.code).toBe(999);
  });
});

test.each([
  ['ann@example.com', 'a***@example.com'],
  ['anna@example.com', 'an***@example.com'],
  ['a@example.com', 'a***@example.com'],
  ['0301234567', '***67'],
])('%s is masked as %s', (account, masked) => {
  expect(maskedAccount(account)).toBe(masked);
});
