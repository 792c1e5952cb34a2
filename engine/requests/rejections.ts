/** Rejections that any user request can get. */
export type RequestRejection =
  | { readonly reason: 'user_invalid' }
  | { readonly reason: 'request_key_reused' }
  | { readonly reason: 'request_keys_exhausted'; readonly maximum: number };
