import type { SavingsProduct } from '@bourse/contract/savings';

/**
 * The product whose terms a subscription dialog shows and sends. Quotas and dates follow the list; terms that have
 * changed replace the shown ones only after a refusal has reported the change, so that they never change under the
 * pointer.
 */
export function agreedTerms(
  shown: SavingsProduct,
  listed: SavingsProduct | undefined,
  changeReported: boolean,
): SavingsProduct {
  return listed !== undefined && (changeReported || listed.version === shown.version) ? listed : shown;
}
