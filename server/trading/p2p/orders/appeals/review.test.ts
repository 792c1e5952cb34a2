import { p2pCalls, userCalls } from '@bourse/contract/console';
import type { AppealFinding, LegalOrderDetail } from '@bourse/contract/p2p';
import { userId, venue as theVenue } from '@bourse/engine';
import type { RestrictionScope } from '@bourse/engine/restrictions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConsoleVenue, type StaffClient } from '../../../../testing/console-client.ts';
import { interrupt } from '../../../../testing/interrupted-writes.ts';
import type { RunningVenue } from '../../../../testing/running-venue.ts';
import type { Trader } from '../../testing/open-shop.ts';
import { openPair, pay, type Pair, taken } from '../testing/order-client.ts';

let consoles: ConsoleVenue;
let venue: RunningVenue;
let risk: StaffClient;
let reviewer: StaffClient;

const words = 'The bank statement of the seller shows no such payment on that day.';

beforeAll(async () => {
  consoles = await ConsoleVenue.open({
    settings: {
      demo_review_seconds: 1,
      demo_appeal_seconds: 0,
      p2p_appeal_minutes: 0,
      p2p_day_usd: 100_000,
      console_four_eyes: 'off',
    },
  });
  ({ venue } = consoles);
  [risk, reviewer] = [await consoles.staff(11, ['risk']), await consoles.staff(12, ['risk'])];
});

afterAll(async () => {
  await consoles.close();
});

/** An order in an appeal of its buyer. */
async function appealed(pair: Pair, amount: string): Promise<number> {
  const { id } = await taken(pair, { amount });
  await pay(venue, pair, id);
  const appeal = { id, reason: 'not_released', content: 'The seller does not answer me.' };
  const { body } = await pair.buyer.person.post<LegalOrderDetail>('legal/appeal', appeal);
  if (body.code !== 1) throw new Error(body.error);
  return id;
}

async function rowOf(id: number, ended?: '1') {
  const { data } = await risk.call(p2pCalls.p2pAppeals, ended === undefined ? {} : { ended });
  return data.rows.find((row) => row.id === id);
}

async function decide(id: number, outcome: 'release' | 'refund', finding: AppealFinding): Promise<void> {
  const taken = await risk.call(p2pCalls.takeP2pAppeal, { id, version: (await rowOf(id))?.version });
  const decision = { id, version: taken.data.version, outcome, finding, words };
  const { error } = await risk.call(p2pCalls.resolveP2pAppeal, decision);
  if (error !== undefined) throw new Error(error);
  await expect.poll(async () => (await rowOf(id, '1'))?.outcome).toMatch(/released|refunded/);
}

async function review(id: number, finding: AppealFinding, lift: boolean): Promise<void> {
  const version = (await rowOf(id, '1'))?.version;
  const { error } = await reviewer.call(p2pCalls.reviewP2pAppeal, { id, version, finding, lift, words });
  if (error !== undefined) throw new Error(error);
}

async function restriction({ person }: Trader): Promise<string> {
  return (await person.get<{ restriction: string }>('user/info')).body.data.restriction;
}

/** The stages of the restrictions of a decision, by user. */
async function stages(id: number): Promise<Readonly<Record<string, string>>> {
  const rows = await venue.database.query<{ user_id: string; stage: string }>(
    `select user_id, stage from app.p2p_restrictions
     where appeal_id in (select id from app.p2p_appeals where order_id = $1)`,
    [id],
  );
  return Object.fromEntries(rows.map(({ stage, user_id }) => [user_id, stage]));
}

/** Freezes or unfreezes an account as its owner would. */
async function freeze({ person }: Trader, before: RestrictionScope, scope: RestrictionScope): Promise<void> {
  const change = { type: 'restrict_user', user: userId(person.id), before, scope } as const;
  await venue.operate({ ...change, operator: theVenue, cause: 'incident' });
}

test('a review ends a restriction that still waits', async () => {
  const pair = await openPair(venue, 'waits');
  const [lifted, changed] = [await appealed(pair, '720'), await appealed(pair, '721')];
  await freeze(pair.buyer, 'none', 'trading');
  await decide(lifted, 'refund', 'not_paid');
  await decide(changed, 'refund', 'not_paid');
  const buyer = String(pair.buyer.person.id);
  expect([await stages(lifted), await stages(changed)]).toEqual([{ [buyer]: 'due' }, { [buyer]: 'due' }]);
  await review(lifted, 'not_paid', true);
  // A review whose finding restricts no one does not have to say if a restriction that waits shall end.
  await review(changed, 'mistake', false);
  await freeze(pair.buyer, 'trading', 'none');
  await expect.poll(() => stages(lifted)).toEqual({ [buyer]: 'lifted' });
  await expect.poll(() => stages(changed)).toEqual({ [buyer]: 'lifted' });
  expect(await restriction(pair.buyer)).toBe('none');
});

test('a review that finds the other side wrong restricts that side', async () => {
  const pair = await openPair(venue, 'other-side');
  const id = await appealed(pair, '720');
  await decide(id, 'refund', 'not_paid');
  await expect.poll(() => restriction(pair.buyer)).toBe('outflow');
  await review(id, 'not_released', true);
  await expect.poll(() => restriction(pair.merchant)).toBe('outflow');
  await expect.poll(() => restriction(pair.buyer)).toBe('none');
  const [buyer, seller] = [String(pair.buyer.person.id), String(pair.merchant.person.id)];
  expect(await stages(id)).toEqual({ [buyer]: 'lifted', [seller]: 'done' });
  const party = (await risk.call(p2pCalls.p2pOrderCase, { id })).data;
  expect([party.buyer.lost_appeals, party.seller.lost_appeals]).toEqual([0, 1]);
});

test('a review of a mistake restricts the side that it finds wrong', async () => {
  const pair = await openPair(venue, 'no-mistake');
  const id = await appealed(pair, '720');
  await decide(id, 'release', 'mistake');
  await review(id, 'not_released', false);
  await expect.poll(() => restriction(pair.merchant)).toBe('outflow');
  expect(await restriction(pair.buyer)).toBe('none');
});

test('a restriction that two decisions need ends with the review of both', async () => {
  const pair = await openPair(venue, 'both');
  const [one, two] = [await appealed(pair, '720'), await appealed(pair, '721')];
  const buyer = String(pair.buyer.person.id);
  for (const id of [one, two]) {
    await decide(id, 'refund', 'not_paid');
    await expect.poll(() => stages(id)).toEqual({ [buyer]: 'done' });
  }
  await review(one, 'mistake', true);
  await expect.poll(() => stages(one)).toEqual({ [buyer]: 'lifted' });
  expect(await restriction(pair.buyer)).toBe('outflow');
  // A freeze by the owner in between changes nothing about it.
  await freeze(pair.buyer, 'outflow', 'trading');
  await freeze(pair.buyer, 'trading', 'outflow');
  await review(two, 'mistake', true);
  await expect.poll(() => restriction(pair.buyer)).toBe('none');
  expect(await stages(two)).toEqual({ [buyer]: 'lifted' });
});

test('a review leaves a restriction that staff have imposed for another reason', async () => {
  const pair = await openPair(venue, 'incident');
  const id = await appealed(pair, '720');
  const buyer = String(pair.buyer.person.id);
  const stop = { id: pair.buyer.person.id, reason_code: 'incident', reason: 'A device of another user.' };
  expect((await risk.call(userCalls.stopUserOutflow, stop)).error).toBeUndefined();
  await decide(id, 'refund', 'not_paid');
  await expect.poll(() => stages(id)).toEqual({ [buyer]: 'found' });
  await review(id, 'mistake', true);
  await expect.poll(() => stages(id)).toEqual({ [buyer]: 'lifted' });
  expect(await restriction(pair.buyer)).toBe('outflow');
});

test('a restriction whose server ended before it was stored is lifted by a review all the same', async () => {
  const pair = await openPair(venue, 'killed');
  const id = await appealed(pair, '720');
  const buyer = String(pair.buyer.person.id);
  const interruption = await interrupt(venue.database, 'p2p_restrictions', 'update', `new.stage = 'done'`);
  await decide(id, 'refund', 'not_paid');
  await interruption.reached();
  expect(await restriction(pair.buyer)).toBe('outflow');
  expect(await stages(id)).toEqual({ [buyer]: 'due' });
  await interruption.end();
  await expect.poll(() => stages(id)).toEqual({ [buyer]: 'done' });
  await review(id, 'mistake', true);
  await expect.poll(() => restriction(pair.buyer)).toBe('none');
});
