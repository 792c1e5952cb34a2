import { done } from '../outcome.ts';
import type { Event } from '../event.ts';
import type { Done } from '../outcome.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import { attachmentSource } from './causes.ts';
import type { DropCommission } from './commands.ts';

/** Forgets the unpaid fees of an attachment that has ended, once. */
export function dropCommission(
  { agents, causes }: ExchangeState,
  { attachment }: DropCommission,
  events: Event[],
): Done | RejectionFor<'attachment_unknown' | 'attachment_open'> {
  if (causes.drop_commission.has(attachmentSource, attachment)) {
    events.push({ type: 'cause_repeated', command: 'drop_commission', source: attachmentSource, n: attachment });
    return done;
  }
  const found = agents.find(attachment);
  if (found === undefined) return { reason: 'attachment_unknown' };
  if (found.isOpen) return { reason: 'attachment_open' };

  causes.drop_commission.add(attachmentSource, attachment);
  const { user, agent, sharePpm } = found;
  const event = { type: 'commission_dropped', attachment, user, agent, sharePpm } as const;
  agents.drop(event);
  events.push(event);
  return done;
}
