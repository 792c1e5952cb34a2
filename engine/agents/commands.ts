import { cause } from '../declaration/command.ts';
import type { CommandOf } from '../declaration/command.ts';
import { flag, integer, nullable } from '../declaration/value-type.ts';
import { amount, count, currency, user } from '../declaration/vocabulary.ts';
import type { Branded } from '../brand.ts';

/** The number of an attachment: from 1, assigned by the server, never used twice. */
export type AttachmentNumber = Branded<'AttachmentNumber'>;

export const attachment = integer<AttachmentNumber>(0, Number.MAX_SAFE_INTEGER);

export const agentCommands = {
  /**
   * Attaches a user to an agent: from the next fee on, the agent earns this share of the user's trading fees. The
   * number identifies the attachment permanently: repeating the command changes nothing.
   */
  attach_agent: cause({ priority: 'leaving', fields: { attachment, user, agent: user, sharePpm: count } }),
  /**
   * Ends an attachment, once. The fees until then are paid at the end of their days, unless they are dropped because
   * the attachment should not have been.
   */
  detach_agent: cause({ priority: 'leaving', fields: { attachment, dropped: flag } }),
  /**
   * Forgets the unpaid fees of an attachment that has ended, once: user and agent have turned out to be one person. An
   * open one is ended with `dropped` instead.
   */
  drop_commission: cause({ priority: 'leaving', fields: { attachment } }),
  /**
   * Pays an agent's commission on the fees of one attachment, in one currency, of one UTC day that is over. `maximum`
   * is what the agent's limit of the day leaves; null without a limit. `n` identifies the payment permanently.
   */
  pay_commission: cause({
    priority: 'leaving',
    fields: { attachment, currency, day: count, maximum: nullable(amount), n: count },
  }),
};
type Of<Type extends keyof typeof agentCommands> = CommandOf<typeof agentCommands, Type>;
export type AttachAgent = Of<'attach_agent'>;
export type DetachAgent = Of<'detach_agent'>;
export type DropCommission = Of<'drop_commission'>;
export type PayCommission = Of<'pay_commission'>;
