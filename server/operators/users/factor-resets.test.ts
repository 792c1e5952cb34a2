import { approvalCalls, settingsCalls, userCalls } from '@bourse/contract/console';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FactorPerson } from '../../people/identity/second-factor/testing/factor-person.ts';
import { withSecondFactors } from '../../people/identity/second-factor/testing/second-factors-of.ts';
import { ConsoleVenue } from '../../testing/console-client.ts';

const dayMs = 86_400_000;
const clock = { ms: Date.now() };

let console: ConsoleVenue;

beforeAll(async () => {
  console = await ConsoleVenue.open({ now: () => clock.ms });
  const admin = await staff(21, 'admin');
  await admin.call(settingsCalls.changeSetting, { name: 'console_four_eyes', value: 'on', version: 0 });
});

afterAll(async () => {
  await console.close();
});

const staff = (id: number, role: 'admin' | 'support' | 'risk') => console.staff(id, [role], clock.ms);

async function securedPerson(name: string): Promise<FactorPerson> {
  const owner = new FactorPerson(console.venue, await console.venue.person(name), clock);
  await owner.turnOnTotp();
  return owner;
}

/** Plans a reset with two members of staff. */
async function planReset(owner: FactorPerson): Promise<void> {
  const support = await staff(22, 'support');
  const risk = await staff(23, 'risk');
  const { data } = await support.call(userCalls.resetUserFactor, { id: owner.person.id });
  expect(data.result).toBeNull();
  const id = data.approval;
  const { payload_hash } = (await risk.call(approvalCalls.approval, { id })).data;
  await risk.call(approvalCalls.voteOnApproval, { id, payload_hash, verdict: 'approve' });
  for (;;) {
    const { stage } = (await risk.call(approvalCalls.approval, { id })).data;
    if (stage === 'carried_out') return;
    expect(stage).toBe('ready');
  }
}

async function detailOf(owner: FactorPerson) {
  return (await (await staff(22, 'support')).call(userCalls.user, { id: owner.person.id })).data;
}

const carryOutDue = async () =>
  withSecondFactors(console.venue, clock, ({ resets, sessions }) =>
    resets.carryOutDue({
      endSessions: (transaction, user) => sessions.endAll(transaction, user),
      reviewAgain: () => Promise.resolve(),
    }),
  );

test('a reset needs a second person, notifies the owner, and removes the second factor after 24 hours', async () => {
  const owner = await securedPerson('lost');
  await planReset(owner);
  expect(await detailOf(owner)).toMatchObject({ totp: true, factor_reset_due_at: clock.ms + dayMs });
  const [mail] = await console.venue.outbox(owner.person.account);
  expect(mail?.subject).toContain('Your second factor will be removed');
  expect(await carryOutDue()).toBe(0);
  clock.ms += dayMs;
  expect(await carryOutDue()).toBe(1);
  expect(await carryOutDue()).toBe(0);
  expect(await detailOf(owner)).toMatchObject({
    totp: false,
    passkeys: 0,
    sessions: 0,
    factor_reset_due_at: null,
    factor_reset_done_at: clock.ms,
  });
  expect((await owner.logIn()).body.code).toBe(1);
});

test('an owner who still has the second factor stops the reset by logging in with it', async () => {
  const owner = await securedPerson('owner');
  await planReset(owner);
  expect((await owner.logIn()).body.error).toBe('second_factor_required');
  expect((await detailOf(owner)).factor_reset_due_at).not.toBeNull();
  expect((await owner.logIn({ totp_code: owner.nextCode() })).body.code).toBe(1);
  expect((await detailOf(owner)).factor_reset_due_at).toBeNull();
  clock.ms += dayMs;
  expect(await carryOutDue()).toBe(0);
  expect(await detailOf(owner)).toMatchObject({ totp: true });
});

test('staff stop a reset, and plan none twice, for users without a second factor or for their own account', async () => {
  const owner = await securedPerson('stopped');
  await planReset(owner);
  const support = await staff(22, 'support');
  const again = await support.call(userCalls.resetUserFactor, { id: owner.person.id });
  expect(again.error).toBe('reset_planned');
  expect((await support.call(userCalls.stopFactorReset, { id: owner.person.id })).data).toEqual({ stopped: true });
  const twice = await support.call(userCalls.stopFactorReset, { id: owner.person.id });
  expect(twice.error).toBe('reset_not_planned');
  const plain = await console.venue.person('plain');
  expect((await support.call(userCalls.resetUserFactor, { id: plain.id })).error).toBe('factor_off');
  const own = await securedPerson('staff22');
  const oneself = await staff(22, 'support');
  expect((await oneself.call(userCalls.resetUserFactor, { id: own.person.id })).error).toBe('own_account');
});
