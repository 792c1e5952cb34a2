import { EachAlone } from '../../ground/background/index.ts';
import { purposesOf } from '../../ground/secrets/index.ts';
import type { Core } from '../../ground/core/index.ts';
import type { With } from '../../ground/parts.ts';
import { type AgentConsoleParts, registerAgentConsole } from './console.ts';
import { Commissions } from './commissions.ts';
import { commissionView } from './commission-view.ts';
import { migrations } from './migrations/index.ts';
import { Payouts } from './payouts.ts';
import { registerAgents } from './routes.ts';
import { SameDocuments } from './same-documents.ts';
import { Agents } from './service.ts';
import { agentPrivileges } from './tables.ts';

interface Sources extends With<'boxFor' | 'changes' | 'core' | 'identityDb' | 'log' | 'notices' | 'now'> {}

interface Opening extends With<
  'agents' | 'background' | 'changes' | 'db' | 'gateway' | 'identityDb' | 'notices' | 'now' | 'views'
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
    const commissions = new Commissions(db, parts.identityDb);
    const payouts = new Payouts({ ...parts, commissions });
    registerAgents(gateway, { ...parts, agents: service, commissions });
    const sameDocuments = new SameDocuments({ ...parts, attachments });
    const soon = { everyMs: minuteMs, atOnce: true };
    const carryOut = background.work('agents: carry out attachments', soon, (signal) =>
      attachments.carryOutAll(signal),
    );
    attachments.onLeft(() => carryOut.wake());
    const follow = background.work('agents: follow agents', soon, (signal) => attachments.followAgents(signal));
    const view = commissionView.of(parts.views);
    const pay = background.work('agents: pay commission', { everyMs: 5 * minuteMs, atOnce: true }, async (signal) => {
      const alone = new EachAlone();
      // Before any payment of a day, so that nothing is paid between two accounts of one person.
      const kept = await sameDocuments.end(view.unpaid(), alone);
      await payouts.payDue(signal, kept);
      alone.end();
    });
    view.onDay(() => pay.wake());
    const hourly = { everyMs: 60 * minuteMs, needsClock: true };
    background.work('agents: delete old requests', hourly, () => requests.deleteOld());
    return {
      console: (own: Omit<AgentConsoleParts, 'agents' | 'commissions' | 'follow'>): void => {
        registerAgentConsole({ ...own, agents: service, commissions, follow: () => follow.wake() });
      },
    };
  },
};
