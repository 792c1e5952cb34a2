import { withdrawalCalls } from '@bourse/contract/console';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConsoleVenue, type StaffClient } from '../../testing/console-client.ts';
import type { Person } from '../../testing/running-venue.ts';
import { TestWorld } from '../../testing/test-world.ts';
import { submitDocuments, withdraw } from '../../testing/withdrawing.ts';

const outside = '0x00000000000000000000000000000000000000C1';

let world: TestWorld;
let console: ConsoleVenue;
let fay: StaffClient;
let max: StaffClient;

beforeAll(async () => {
  world = TestWorld.open();
  console = await ConsoleVenue.open({
    ...world.options,
    settings: {
      console_four_eyes: 'on',
      demo_review_seconds: 0,
      draw_day_usd_1: 50_000,
      draw_auto_usd: 10,
      draw_four_eyes_usd: 5_000,
    },
  });
  fay = await console.staff(1, ['finance']);
  max = await console.staff(2, ['finance']);
});

afterAll(async () => {
  await console.close();
  world.close();
});

async function person(name: string): Promise<Person> {
  const someone = await console.venue.person(name);
  await submitDocuments(console.venue, someone);
  return someone;
}

/** Requests a withdrawal that staff must look at. */
async function reviewed(by: Person, number: string): Promise<number> {
  const { body } = await withdraw(console.venue, by, { number, address: outside });
  const { id } = body.data;
  await expect
    .poll(async () => (await fay.call(withdrawalCalls.withdrawalCase, { id })).data.row.status)
    .toBe('reviewing');
  return id;
}

async function approve(staff: StaffClient, id: number): Promise<'alone' | 'asks'> {
  const { data } = await staff.call(withdrawalCalls.approveWithdrawal, { id });
  return data.approval === null ? 'alone' : 'asks';
}

test('one person approves withdrawals of a user and of a day up to the limit', async () => {
  const [ann, bob, cat] = [await person('ann'), await person('bob'), await person('cat')];
  const ofAnn = [await reviewed(ann, '3000'), await reviewed(ann, '1900'), await reviewed(ann, '200')];
  const ofBob = [await reviewed(bob, '1000'), await reviewed(bob, '90')];
  expect(await approve(fay, ofAnn[0] ?? 0)).toBe('alone');
  // Two members of staff together let no more of one user out than one of them.
  expect(await approve(max, ofAnn[1] ?? 0)).toBe('alone');
  expect(await approve(max, ofAnn[2] ?? 0)).toBe('asks');
  expect(await approve(fay, ofBob[0] ?? 0)).toBe('alone');
  expect(await approve(fay, ofBob[1] ?? 0)).toBe('alone');
  // The sum of a member of staff counts over all users.
  const ofCat = [await reviewed(cat, '950'), await reviewed(cat, '940')];
  expect(await approve(fay, ofCat[0] ?? 0)).toBe('asks');
  const { database } = console.venue;
  await database.query(`update app.withdrawal_steps set at = at - 86400001 where stage = 'approved'`);
  expect(await approve(fay, ofCat[1] ?? 0)).toBe('alone');
});

test('requests at the same time pass the limit no better than one after another', async () => {
  const { database } = console.venue;
  await database.query(`update app.withdrawal_steps set at = at - 86400001 where stage = 'approved'`);
  const dan = await person('dan');
  const ids = [];
  for (let n = 0; n < 8; n += 1) ids.push(await reviewed(dan, String(900 + n)));
  const answers = await Promise.all(ids.map((id, n) => approve(n % 2 === 0 ? fay : max, id)));
  expect(answers.filter((answer) => answer === 'alone')).toHaveLength(5);
});
