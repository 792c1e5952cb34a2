import { event, moneyEvent } from '../declaration/event.ts';
import type { EventOf } from '../declaration/event.ts';
import { flag } from '../declaration/value-type.ts';
import { amount, count, currency, user } from '../declaration/vocabulary.ts';
import { attachment } from './commands.ts';

const parties = { attachment, user, agent: user, sharePpm: count };

export const agentEvents = {
  agent_attached: event(parties, 'user'),
  /** `dropped`: the commission that was not paid yet is not paid any more. */
  agent_detached: event({ ...parties, dropped: flag }, 'user'),
  /** The commission of an ended attachment that was not paid yet is not paid any more. */
  commission_dropped: event(parties, 'user'),
  /**
   * The commission of a UTC day, counted in days since 1970: `earned` is the share of the net `fees` and of the carried
   * fraction, `amount` is the part of it that the agent's limit allows. `carry` is the fraction that is carried on, in
   * millionths of the currency's smallest unit.
   */
  commission_paid: moneyEvent(
    { cause: 'commission', id: 'n' },
    { n: count, ...parties, currency, day: count, fees: amount, earned: amount, amount, carry: count },
    'agent',
  ),
};
type Of<Type extends keyof typeof agentEvents> = EventOf<typeof agentEvents, Type>;
export type AgentAttached = Of<'agent_attached'>;
export type AgentDetached = Of<'agent_detached'>;
export type CommissionDropped = Of<'commission_dropped'>;
export type CommissionPaid = Of<'commission_paid'>;
