import type { Access, Policy, RateClass } from '@bourse/contract';
import type { Rate, Rates } from '../rate-limits.ts';

/** Who may make a call, in a sentence. */
export function accessWords({ access, roles }: Pick<Policy, 'access' | 'roles'>): string {
  return access === 'operator' ? `Operators with one of the roles ${roles.join(', ')}.` : accesses[access];
}

/** The same of each kind, for the list of all. */
export const accesses: Readonly<Record<Access, string>> = {
  visitor: 'Anybody, with the same answer for all.',
  either: 'Anybody; with a live session the answer knows whose it is.',
  user: 'The holder of a live session, about what is their own.',
  owner: 'The holder of a live session. What the call names has to be theirs: what belongs to others is not found.',
  seller: 'Approved merchants.',
  operator: 'Operators with one of the roles that the call names.',
};

/** What counts in a class. */
export const classWords: Readonly<Record<RateClass, string>> = {
  public: 'Reading what everybody may read.',
  private: 'Reading what is one’s own, and changes that are nobody else’s business.',
  order: 'Placing and changing orders, and moving what is one’s own. A batch counts as its entries.',
  cancel: 'Cancelling orders. A batch counts as its entries.',
  password: 'Whatever tries or sets a password.',
  code: 'Having a code sent.',
  page: 'Files of the page.',
  document: 'This documentation.',
  socket: 'Opening a socket.',
  health: 'What the machines ask that look after the venue.',
};

/** `50 a second, 200 at once`. */
export function rateWords({ perSecond, burst }: Rate): string {
  return `${perSecond} a second, ${burst} at once`;
}

/** The bound of a class for a person alone, which is all that holds for a call over a socket. */
export function personWords(rates: Rates, name: RateClass): string {
  const { person } = rates[name];
  return person === null ? 'No bound of its own.' : `For a person ${rateWords(person)}, with those over HTTP.`;
}

/** The bounds of a class in one sentence. */
export function boundWords(rates: Rates, name: RateClass): string {
  const { network, person } = rates[name];
  const ofNetwork = `a network ${rateWords(network)}`;
  return person === null ? `For ${ofNetwork}.` : `For a person ${rateWords(person)}; for ${ofNetwork}.`;
}
