import { done } from '../outcome.ts';
import type { Event } from '../event.ts';
import type { Done } from '../outcome.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import { attachmentSource } from './causes.ts';
import type { DetachAgent } from './commands.ts';

/** Ends an attachment, once. */
export function detachAgent(
  state: ExchangeState,
  { attachment, dropped }: DetachAgent,
  events: Event[],
): Done | RejectionFor<'attachment_unknown'> {
  const { agents, causes } = state;
  if (causes.detach_agent.has(attachmentSource, attachment)) {
    events.push({ type: 'cause_repeated', command: 'detach_agent', source: attachmentSource, n: attachment });
    return done;
  }
  const found = agents.find(attachment);
  if (found === undefined) return { reason: 'attachment_unknown' };

  causes.detach_agent.add(attachmentSource, attachment);
  const { user, agent, sharePpm } = found;
  const event = { type: 'agent_detached', attachment, user, agent, sharePpm, dropped } as const;
  agents.detach(event);
  events.push(event);
  return done;
}
