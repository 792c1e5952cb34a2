import { describe, expect, it } from 'vitest';
import { consoleCalls } from './index.ts';

const calls = Object.values(consoleCalls);

/** Calls whose input names a user, without being about the affairs of one. */
const exempt: Readonly<Record<string, string>> = {
  agents: 'a filter of a list',
  'agents/users': 'a filter of a list',
  deposits: 'a filter of a list',
  feedback: 'a filter of a list',
  topups: 'a filter of a list',
  verifications: 'a filter of a list',
  withdrawals: 'a filter of a list',
  'venue-money/transfers': 'a filter of a list',
  'exports/orders': 'a filter of a file',
  'exports/account-log': 'a filter of a file',
  'staff/invite': 'says whose account a member of staff has',
  'p2p/merchants': 'a filter of a list',
  'p2p/ads': 'a filter of a list',
  'p2p/orders': 'a filter of a list',
  'p2p/appeals': 'a filter of a list',
  'p2p/bonds': 'a filter of a list',
  'p2p/reports': 'a filter of a list',
  'staff/link': 'says whose account a member of staff has',
};

/** Folders of calls about rows that belong to users; the call without a further name lists all of them. */
const owned = /^(?:user|withdrawals|verifications|feedback|deposits|debts|topups|p2p\/orders|p2p\/appeals)\//;

describe('the calls of the console', () => {
  it.each(calls.map((call) => [call.path, call] as const))('%s names the user whom it concerns', (path, call) => {
    const names = Object.keys(call.input.properties);
    const namesUser = names.some((name) => name === 'user' || name === 'user_id') || path === 'user';
    const isExpected = (namesUser || owned.test(path)) && !(path in exempt);
    expect(call.concerns !== null).toBe(isExpected);
    if (call.concerns !== null) expect(names).toContain(call.concerns.field);
  });
});
