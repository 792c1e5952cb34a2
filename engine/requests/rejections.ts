/** Refusals of any user's request, whatever it asks for. */
export type RequestRejection =
  | { readonly reason: 'user_invalid' }
  | { readonly reason: 'request_key_reused' }
  | { readonly reason: 'request_keys_exhausted'; readonly maximum: number };
