import { accountType, amount, currencyId, userId, venue as theVenue } from '@bourse/engine';
import type { Person, RunningVenue } from './running-venue.ts';

/** A deposit of a user to the change account, in units of its currency. */
export interface TestDeposit {
  readonly currency: number;
  readonly units: number;
  readonly n: number;
}

function movementOf(person: Person, { currency, units, n }: TestDeposit, source: string) {
  const owner = { user: userId(person.id), accountType: accountType.change, currency: currencyId(currency) };
  return { ...owner, amount: amount(units), source, n };
}

export async function creditDeposit(
  venue: RunningVenue,
  person: Person,
  deposit: TestDeposit & { readonly matured: boolean },
) {
  const movement = movementOf(person, deposit, 'test-deposit');
  return venue.operate({ type: 'credit_deposit', ...movement, matured: deposit.matured });
}

export async function matureDeposit(venue: RunningVenue, { n }: Pick<TestDeposit, 'n'>) {
  return venue.operate({ type: 'mature_credit', source: 'test-deposit', n });
}

/** Takes a credited deposit back. */
export async function reverseDeposit(venue: RunningVenue, person: Person, deposit: TestDeposit) {
  return venue.operate({ type: 'reverse_credit', ...movementOf(person, deposit, 'test-deposit') });
}

/** Empties a user's change account in a currency and leaves a debt, from a reversed deposit with this number. */
export async function oweDebt(venue: RunningVenue, person: Person, deposit: TestDeposit, balance: number) {
  await creditDeposit(venue, person, { ...deposit, matured: true });
  await spendMoney(venue, person, { ...deposit, units: balance + deposit.units });
  await reverseDeposit(venue, person, deposit);
}

/** Takes money out of a user's change account by a withdrawal, which debts and unmatured deposits can refuse. */
export async function spendMoney(venue: RunningVenue, person: Person, deposit: TestDeposit) {
  const movement = movementOf(person, deposit, 'test-spending');
  await venue.operate({ type: 'hold', kind: 'withdrawal', ...movement });
  const { source, n } = movement;
  return venue.operate({ type: 'settle_hold', source, n, receiver: null, fee: amount(0) });
}

/** Pays a user new capital of the treasury, which repays no debt. */
export async function payFromTreasury(venue: RunningVenue, person: Person, { currency, units, n }: TestDeposit) {
  const { change, external, treasury } = accountType;
  const money = { currency: currencyId(currency), amount: amount(units), n, operator: theVenue };
  const capital = { ...money, source: 'test-capital', cause: 'capital' } as const;
  const payment = { ...money, source: 'test-payment', cause: 'compensation' } as const;
  await venue.operate({ type: 'venue_transfer', from: external, toUser: theVenue, to: treasury, ...capital });
  await venue.operate({ type: 'venue_transfer', from: treasury, toUser: userId(person.id), to: change, ...payment });
}

/** Holds an amount for a withdrawal. */
export async function holdWithdrawal(venue: RunningVenue, person: Person, deposit: TestDeposit) {
  return venue.operate({ type: 'hold', kind: 'withdrawal', ...movementOf(person, deposit, 'test-withdrawal') });
}

export async function releaseWithdrawal(venue: RunningVenue, { n }: Pick<TestDeposit, 'n'>) {
  return venue.operate({ type: 'release_hold', source: 'test-withdrawal', n });
}

/** Pays a held withdrawal out. */
export async function settleWithdrawal(venue: RunningVenue, { n }: Pick<TestDeposit, 'n'>) {
  return venue.operate({ type: 'settle_hold', source: 'test-withdrawal', n, receiver: null, fee: amount(0) });
}
