export type SavingsRejection =
  | { readonly reason: 'product_unknown' }
  | { readonly reason: 'product_closed' }
  /** As many deposits of the product run as may: of all users, or of this one. */
  | { readonly reason: 'quota_exhausted'; readonly maximum: number }
  | { readonly reason: 'user_quota_exhausted'; readonly maximum: number }
  /** The venue's savings account cannot reserve the interest of the term. */
  | { readonly reason: 'house_full' }
  /** No running deposit of this user has this id. */
  | { readonly reason: 'deposit_not_found' }
  | { readonly reason: 'redeem_too_early'; readonly fromMs: number };
