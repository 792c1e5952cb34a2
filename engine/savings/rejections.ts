export type SavingsRejection =
  | { readonly reason: 'product_unknown' }
  /** The command names a version of the product's terms other than the current one. */
  | { readonly reason: 'terms_changed'; readonly version: number }
  | { readonly reason: 'product_closed' }
  /** The maximum number of deposits of the product is running, over all users or for this user. */
  | { readonly reason: 'quota_exhausted'; readonly maximum: number }
  | { readonly reason: 'user_quota_exhausted'; readonly maximum: number }
  /** The venue's savings account cannot cover the interest for the term. */
  | { readonly reason: 'house_full' }
  /** The user has no active deposit with this id. */
  | { readonly reason: 'deposit_not_found' }
  | { readonly reason: 'redeem_too_early'; readonly fromMs: number };
