import { amount, currencyId, userId } from '@bourse/engine';
import { escrowNumber, offerId } from '@bourse/engine/escrow';
import type { Person, RunningVenue } from './running-venue.ts';

const [currency, dollar] = [3, 1_000_000];
const hourMs = 3_600_000;
const hash = 'a1'.repeat(32);

/** Moves dollars of a person between the spot and the fiat account. */
export async function moveToFiat(person: Person, dollars: number, isBack = false): Promise<void> {
  const accounts = ['change_account', 'legal_account'];
  const [from, to] = isBack ? accounts.toReversed() : accounts;
  const { body } = await person.post('account/transfer', { currency_id: currency, from, to, balance: String(dollars) });
  if (body.code !== 1) throw new Error(body.error);
}

/** Locks dollars of a person in the offer that has the number of the person. */
export async function fundOffer(venue: RunningVenue, { id }: Person, dollars: number) {
  const coins = { currency: currencyId(currency), amount: amount(dollars * dollar) };
  const command = { type: 'fund_offer', user: userId(id), offer: offerId(id), limit: 5, requestKey: null } as const;
  return venue.operate({ ...command, ...coins });
}

interface TestEscrow {
  readonly n: number;
  readonly seller: Person;
  readonly buyer: Person;
  readonly dollars: number;
  /** Whether the buyer takes the seller's offer; otherwise the seller takes an ad of the buyer. */
  readonly isOffered: boolean;
}

/** Opens an escrow whose coins mature for two hours. */
export async function openEscrow(venue: RunningVenue, { buyer, dollars, isOffered, n, seller }: TestEscrow) {
  return venue.operate({
    type: 'open_escrow',
    user: userId(isOffered ? buyer.id : seller.id),
    n: escrowNumber(n),
    offer: isOffered ? offerId(seller.id) : null,
    seller: userId(seller.id),
    buyer: userId(buyer.id),
    currency: currencyId(currency),
    amount: amount(dollars * dollar),
    feePpm: 0,
    windowMs: hourMs,
    appealMs: hourMs,
    delayMs: hourMs,
    autoMs: hourMs,
    matureMs: 2 * hourMs,
    autoMatureMs: 2 * hourMs,
    onSilence: 'appeal',
    terms: hash,
    unpaidLimit: 10,
    openLimit: 10,
    requestKey: null,
  });
}

export async function releaseEscrow(venue: RunningVenue, { n, seller }: Pick<TestEscrow, 'n' | 'seller'>) {
  return venue.operate({ type: 'release_escrow', user: userId(seller.id), n: escrowNumber(n), requestKey: null });
}

export async function cancelEscrow(venue: RunningVenue, { buyer, n }: Pick<TestEscrow, 'n' | 'buyer'>) {
  return venue.operate({ type: 'cancel_escrow', user: userId(buyer.id), n: escrowNumber(n), requestKey: null });
}
