import type { Escrow, EscrowFacts, EscrowTerms, OpenEscrow } from './state.ts';

/** The facts of an escrow that its events repeat. */
export function factsOf({ n, offer, seller, buyer, maker, currency, amount, fee }: EscrowFacts): EscrowFacts {
  return { n, offer, seller, buyer, maker, currency, amount, fee };
}

/** The terms that are fixed when an escrow opens. */
export function termsOf(escrow: EscrowTerms): EscrowTerms {
  const { feePpm, windowMs, appealMs, delayMs, autoMs, matureMs, autoMatureMs, onSilence, terms } = escrow;
  return { feePpm, windowMs, appealMs, delayMs, autoMs, matureMs, autoMatureMs, onSilence, terms };
}

/** An escrow without its state. */
export function escrowOf(escrow: OpenEscrow): Escrow {
  return { ...factsOf(escrow), ...termsOf(escrow), offerSince: escrow.offerSince };
}
