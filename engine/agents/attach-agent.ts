import { isUserId } from '../identifiers.ts';
import { isCause } from '../ledger/causes.ts';
import { done } from '../outcome.ts';
import type { Event } from '../event.ts';
import type { Done } from '../outcome.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import { attachmentSource } from './causes.ts';
import type { AttachAgent } from './commands.ts';
import { highestSharePpm } from './formulas.ts';

type AttachRejection = RejectionFor<'user_invalid' | 'cause_invalid' | 'share_invalid' | 'agent_attached'>;

/** Attaches a user to an agent, once for each number. A user has at most one open attachment. */
export function attachAgent(state: ExchangeState, command: AttachAgent, events: Event[]): Done | AttachRejection {
  const { attachment, user, agent, sharePpm } = command;
  if (state.causes.attach_agent.has(attachmentSource, attachment)) {
    events.push({ type: 'cause_repeated', command: 'attach_agent', source: attachmentSource, n: attachment });
    return done;
  }
  if (!isUserId(user) || !isUserId(agent) || user === agent) return { reason: 'user_invalid' };
  if (!isCause(attachmentSource, attachment)) return { reason: 'cause_invalid' };
  if (!Number.isInteger(sharePpm) || sharePpm < 1 || sharePpm > highestSharePpm) return { reason: 'share_invalid' };
  const open = state.agents.openOf(user);
  if (open !== undefined) return { reason: 'agent_attached', attachment: open };

  state.causes.attach_agent.add(attachmentSource, attachment);
  const event = { type: 'agent_attached', attachment, user, agent, sharePpm } as const;
  state.agents.attach(event);
  events.push(event);
  return done;
}
