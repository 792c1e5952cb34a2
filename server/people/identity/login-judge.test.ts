import { userId } from '@bourse/engine';
import { beforeAll, describe, expect, test } from 'vitest';
import { LoginGuard } from './login-guard.ts';
import { LoginJudge } from './login-judge.ts';
import { Passwords } from './passwords.ts';
import type { Person } from './people.ts';

const passwords = new Passwords();
let ann: Person;

beforeAll(async () => {
  const passwordHash = await passwords.hash('Tq8zkw2p', 'here');
  const names = { email: 'ann@example.com', mobile: '', mobileKey: null };
  const others = { inviteCode: 'ABCDEFGH', agent: 0, hasPhishingWord: false, foundByMail: false };
  ann = { id: userId(100_001), ...names, ...others, isSeller: false, granted: true, passwordHash };
});

/** A judge that records the steps of each attempt. */
function watched() {
  const steps: string[] = [];
  const counting = {
    matches: async (password: string, stored: string | null, network: string) => {
      steps.push('hash');
      return passwords.matches(password, stored, network);
    },
  };
  const recorded: object[] = [];
  const record = (event: string, fields: object) => void recorded.push({ event, ...fields });
  const judge = new LoginJudge(new LoginGuard(), counting, { record }, () => 0);
  const attempt = async (account: string, password: string, person: Person | null) => {
    const answer = await judge.judge({ account, password, network: 'here', attempt: 'login' }, async () => {
      steps.push('look-up');
      await Promise.resolve();
      return person;
    });
    return { answer, steps: steps.splice(0) };
  };
  return { attempt, judge, recorded };
}

describe('a login with a wrong password', () => {
  test('takes the same steps and gets the same answer whether or not the account exists, also when it is locked', async () => {
    const { attempt } = watched();
    for (let failure = 0; failure < 12; failure += 1) {
      const known = await attempt('ann@example.com', 'Wrong12345', ann);
      const unknown = await attempt('nobody@example.com', 'Wrong12345', null);
      expect(unknown).toEqual(known);
      expect(known.steps).toEqual(failure < 10 ? ['look-up', 'hash'] : []);
    }
  });

  test('takes the same steps as one with the right password', async () => {
    const { attempt } = watched();
    expect(await attempt('ann@example.com', 'Tq8zkw2p', ann)).toEqual({ answer: ann, steps: ['look-up', 'hash'] });
  });
});

test('the failure that locks a network is recorded', async () => {
  const { judge, recorded } = watched();
  for (let n = 0; n < 100; n += 1) {
    const place = { account: `user${n}`, network: 'here', attempt: 'recovery' } as const;
    await judge.attempt(place, () =>
      Promise.resolve({ answer: null, outcome: 'failed', user: null, failure: 'code_wrong' }),
    );
  }
  expect(recorded.filter((each) => !('reason' in each))).toEqual([{ event: 'network_locked', network: 'here' }]);
  expect(recorded).toHaveLength(101);
});
