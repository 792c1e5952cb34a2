import { attachAgent } from './attach-agent.ts';
import { detachAgent } from './detach-agent.ts';
import { dropCommission } from './drop-commission.ts';
import { payCommission } from './pay-commission.ts';

export const agentHandlers = {
  attach_agent: attachAgent,
  detach_agent: detachAgent,
  drop_commission: dropCommission,
  pay_commission: payCommission,
};
