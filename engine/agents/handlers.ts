import { attachAgent } from './attach-agent.ts';
import { detachAgent } from './detach-agent.ts';
import { payCommission } from './pay-commission.ts';

export const agentHandlers = {
  attach_agent: attachAgent,
  detach_agent: detachAgent,
  pay_commission: payCommission,
};
