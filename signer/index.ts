export type { JournalEntry } from './journal-entry.ts';
export { KeyRing } from './key-ring.ts';
export { readPolicy } from './policy.ts';
export { SignedPayments } from './signed-payments.ts';
export { TransactionSigner } from './transaction-signer.ts';
