import type { CurrencyId } from '../identifiers.ts';
import type { Amount } from '../money.ts';
import type { AttachmentNumber } from './commands.ts';

export type AgentRejection =
  /** The user has an attachment that has not ended. */
  | { readonly reason: 'agent_attached'; readonly attachment: AttachmentNumber }
  | { readonly reason: 'attachment_unknown' }
  | { readonly reason: 'share_invalid' }
  /** The day is not over. */
  | { readonly reason: 'day_open' }
  /** The attachment has no unpaid fees of the day in the currency, or has some of an earlier day. */
  | { readonly reason: 'commission_absent' }
  /** Only an attachment that has ended can lose its unpaid commission. */
  | { readonly reason: 'attachment_open' }
  /** The venue's fees do not cover the payment at present. */
  | { readonly reason: 'fees_short'; readonly currency: CurrencyId; readonly available: Amount }
  /** The rest of the venue's fees is owed to agents. */
  | { readonly reason: 'fees_owed'; readonly currency: CurrencyId; readonly transferable: Amount };
