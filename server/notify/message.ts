import type { CodePurpose } from '@bourse/contract/notify';
import Type, { type Static } from 'typebox';

const Occasion = {
  /** What the login came from, as far as it says, such as "Firefox on Linux". */
  device: Type.String(),
  /** The network address. */
  address: Type.String(),
  atMs: Type.Integer(),
};

/** What a message says, apart from its words. */
export const MessageContent = Type.Union([
  Type.Object({
    template: Type.Literal('code'),
    purpose: Type.Unsafe<CodePurpose>(Type.Integer({ minimum: 1, maximum: 6 })),
    code: Type.String(),
  }),
  /** To the owner of an account that somebody wanted to open once more. */
  Type.Object({ template: Type.Literal('account_exists') }),
  /** To the owner of an account whose address somebody wanted to bind to another. */
  Type.Object({ template: Type.Literal('address_in_use') }),
  Type.Object({ template: Type.Literal('new_device'), ...Occasion }),
  Type.Object({ template: Type.Literal('password_changed'), ...Occasion }),
]);
export type MessageContent = Static<typeof MessageContent>;
