import type { UserId } from '@bourse/engine';
import type { Kysely, Transaction } from 'kysely';
import type { Core } from '../../ground/core/index.ts';
import type { Schema } from '../../ground/database/index.ts';
import type { With } from '../../ground/parts.ts';
import type { Sending } from '../alerts/index.ts';
import { Attachments } from './attachments.ts';
import { AuthorizationCodes } from './authorization-codes.ts';
import { AgentRequests } from './requests.ts';

interface ServiceParts extends With<'boxFor' | 'changes' | 'identityDb' | 'log' | 'notices' | 'now'> {
  readonly core: Pick<Core, 'submit'>;
}

/** Agents, as registrations and accounts use them. */
export class Agents {
  readonly attachments: Attachments;
  readonly codes: AuthorizationCodes;
  readonly requests: AgentRequests;

  constructor(parts: ServiceParts) {
    const { boxFor, identityDb, now } = parts;
    this.attachments = new Attachments(parts);
    this.codes = new AuthorizationCodes(identityDb, boxFor('authorization codes'), now);
    this.requests = new AgentRequests({ ...parts, attachments: this.attachments, codes: this.codes });
  }

  /** Whether the user is an agent that takes in users. */
  async isActive(user: UserId, db?: Kysely<Schema> | Transaction<Schema>): Promise<boolean> {
    return this.attachments.isActive(user, db);
  }

  /**
   * A new user joins the agent to whom the inviter belongs. After the commit, send the notices and call `carryOutSoon`.
   */
  async joinInviter(transaction: Transaction<Schema>, user: UserId, inviter: UserId): Promise<readonly Sending[]> {
    return this.attachments.joinInviter(transaction, user, inviter);
  }

  /** Carries out what was stored for a user; if that fails, background work repeats it soon. */
  async carryOutSoon(user: UserId): Promise<void> {
    await this.attachments.carryOutSoon(user);
  }
}

declare module '../../ground/parts.ts' {
  interface Parts {
    /** Agents and the users who are attached to them. */
    readonly agents: Agents;
  }
}
