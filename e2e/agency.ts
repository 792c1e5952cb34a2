import { agentAnswer, agentAttach } from '@bourse/contract/agents';
import { agentCalls } from '@bourse/contract/console';
import { authorizationCode, siteConfig, userInfo } from '@bourse/contract/identity';
import type { Page } from '@playwright/test';
import { Client } from './client.ts';
import { StaffSession } from './staff-session.ts';
import type { Venue } from './venue.ts';
import { verify } from './verified-user.ts';

/** An agent whom finance has made. The venue needs its console. */
export async function openAgency(venue: Venue): Promise<Client> {
  const finance = await StaffSession.enrol(venue, 'agency@venue.example', 'finance');
  const agent = new Client(venue.url, 'en', 'agency');
  const { default_invite_code: invitation } = await agent.call(siteConfig, {});
  await agent.join('agency@example.org', invitation);
  await verify(agent, 900);
  const { id: user_id } = await agent.call(userInfo, {});
  const terms = { user_id, version: 0, state: 'active' as const, share_ppm: 200_000, limits: [] };
  await finance.call(agentCalls.setAgent, { ...terms, reason_code: 'agreement', reason: 'A journey of the tests' });
  return agent;
}

/** Takes in the user whose session a page has. */
export async function takeIn(agent: Client, page: Page): Promise<void> {
  const user = new Client(agent.url, 'en', await page.evaluate(() => localStorage.getItem('browserId') ?? ''));
  user.resume(await page.evaluate(() => localStorage.getItem('token') ?? ''));
  const { code } = await user.call(authorizationCode, {});
  const { id } = await agent.call(agentAttach, { code });
  await user.call(agentAnswer, { id, accept: 1 });
}
