export type SendingRejection =
  /** The account of the receiver is restricted: nothing is sent to it. */
  { readonly reason: 'receiver_restricted' };
