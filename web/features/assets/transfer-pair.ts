import type { AccountCode } from '@bourse/contract/texts';

/** The two accounts of a transfer. One of them is the spot account. */
export interface TransferPair {
  readonly from: AccountCode;
  readonly to: AccountCode;
}

const spot: AccountCode = 'change_account';

/** The pair that a transfer from an account starts with. */
export function pairFrom(from: AccountCode): TransferPair {
  return from === spot ? { from, to: 'legal_account' } : { from, to: spot };
}

/** Chooses the source: the target becomes the spot account, or the other account when that is the source. */
export function withSource(pair: TransferPair, from: AccountCode): TransferPair {
  return { from, to: from === spot ? other(pair) : spot };
}

/** Chooses the target; the source follows likewise. */
export function withTarget(pair: TransferPair, to: AccountCode): TransferPair {
  return { from: to === spot ? other(pair) : spot, to };
}

export function swapped({ from, to }: TransferPair): TransferPair {
  return { from: to, to: from };
}

/** The account of a pair that is not the spot account. */
function other({ from, to }: TransferPair): AccountCode {
  return from === spot ? to : from;
}
