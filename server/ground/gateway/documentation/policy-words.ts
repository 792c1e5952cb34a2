import type { Access, Policy, RateClass } from '@bourse/contract';
import type { Rate, Rates } from '../rate-limits.ts';

/** Who may make a call, as a sentence. */
export function accessWords({ access }: Pick<Policy, 'access'>): string {
  return accesses[access];
}

/** A sentence for each kind of access, for the list on the page. */
export const accesses: Readonly<Record<Access, string>> = {
  visitor: 'Everyone, with the same answer for all.',
  either: 'Everyone; with a live session the answer may contain the user’s own data.',
  user: 'Users with a live session, for their own data.',
  owner: 'Users with a live session, for objects of their own. Objects of other users are reported as not found.',
  seller: 'Approved merchants.',
  agent: 'Users who are agents, or were.',
};

/** The calls that count in a class. */
export const classWords: Readonly<Record<RateClass, string>> = {
  public: 'Reading public data.',
  private: 'Reading one’s own data, and changes that affect no one else.',
  order: 'Placing and changing orders, and moving one’s own money. A batch counts once per entry.',
  cancel: 'Cancelling orders. A batch counts once per entry.',
  password: 'Every call that checks or sets a password.',
  code: 'Requesting a code.',
  page: 'Files of the web page.',
  upload: 'Sending an image.',
  document: 'This documentation.',
  socket: 'Opening a socket.',
  refusal:
    'Commands that change nothing: refused, repeated, or cancelling no order. They count in addition to their class.',
  health: 'Health checks and metrics.',
};

/** A rate in words, for example `50 a second, 200 at once`. */
export function rateWords({ perSecond, burst }: Rate): string {
  return `${perSecond} a second, ${burst} at once`;
}

/** The limit of a class per user, the only one that applies to a call over the socket. */
export function personWords(rates: Rates, name: RateClass): string {
  const { person } = rates[name];
  return person === null ? 'No separate limit.' : `Per user: ${rateWords(person)}, together with HTTP calls.`;
}

/** The limits of a class in one sentence. */
export function boundWords(rates: Rates, name: RateClass): string {
  const { network, person } = rates[name];
  const ofNetwork = `a network ${rateWords(network)}`;
  return person === null ? `For ${ofNetwork}.` : `Per user: ${rateWords(person)}; per network: ${rateWords(network)}.`;
}
