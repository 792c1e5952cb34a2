import { purposesOf } from '../../ground/secrets/index.ts';
import type { Core } from '../../ground/core/index.ts';
import type { With } from '../../ground/parts.ts';
import { type AgentConsoleParts, registerAgentConsole } from './console.ts';
import { Commissions } from './commissions.ts';
import { commissionView } from './commission-view.ts';
import { migrations } from './migrations/index.ts';
import { Payouts } from './payouts.ts';
import { registerAgents } from './routes.ts';
import { Agents } from './service.ts';
import { agentPrivileges } from './tables.ts';

interface Sources extends With<'boxFor' | 'changes' | 'core' | 'identityDb' | 'notices' | 'now'> {}

interface Opening extends With<
  'agents' | 'background' | 'db' | 'gateway' | 'identityDb' | 'notices' | 'now' | 'views'
> {
  readonly core: Pick<Core, 'submit'>;
}

const minuteMs = 60_000;

/** Agents, who earn a share of the trading fees of their users. */
export const agents = {
  tables: agentPrivileges,
  migrations,
  sealed: [
    {
      table: 'authorization_codes',
      column: 'sealed',
      purposes: purposesOf('authorization codes'),
      place: `'user ' || user_id || ' authorization code'`,
    },
  ],
  views: [commissionView],
  offers: (sources: Sources) => ({
    /** Agents and the users who are attached to them. */
    agents: new Agents(sources),
  }),
  open: ({ agents: service, background, db, gateway, ...parts }: Opening) => {
    const { attachments, requests } = service;
    const commissions = new Commissions(db);
    const payouts = new Payouts({ ...parts, commissions });
    registerAgents(gateway, { ...parts, agents: service, commissions });
    const follow = background.work('agents: follow agents', { everyMs: minuteMs, atOnce: true }, async (signal) => {
      await attachments.carryOutAll(signal);
      while (await attachments.followAgents(signal)) if (signal.aborted) return;
    });
    const pay = background.work('agents: pay commission', { everyMs: 5 * minuteMs, atOnce: true }, async (signal) => {
      // Before any payment of a day, so that nothing is paid between two accounts of one person.
      await attachments.endSameDocuments();
      await payouts.payDue(signal);
    });
    commissionView.of(parts.views).onDay(() => pay.wake());
    const hourly = { everyMs: 60 * minuteMs, needsClock: true };
    background.work('agents: delete old requests', hourly, () => requests.deleteOld());
    return {
      console: (own: Omit<AgentConsoleParts, 'agents' | 'commissions' | 'follow'>): void => {
        registerAgentConsole({ ...own, agents: service, commissions, follow: () => follow.wake() });
      },
    };
  },
};
