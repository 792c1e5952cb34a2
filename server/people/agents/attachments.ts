import { userId, type UserId } from '@bourse/engine';
import { attachmentNumber } from '@bourse/engine/agents';
import { type Kysely, sql, type Transaction } from 'kysely';
import { EachAlone } from '../../ground/background/index.ts';
import type { Core } from '../../ground/core/index.ts';
import { inTransaction, safeInteger, type Schema } from '../../ground/database/index.ts';
import { Turns } from '../../ground/gateway/index.ts';
import type { With } from '../../ground/parts.ts';
import type { Sending } from '../alerts/index.ts';
import { percentText } from './wire.ts';
import type { AttachedBy, AttachmentEnd } from './tables.ts';

export type Database = Kysely<Schema> | Transaction<Schema>;

/** A user who has left an agent can have another one after this time. */
const leftForMs = 30 * 86_400_000;
const atOnce = 200;

/** An active agent. */
export interface Agent {
  readonly user: UserId;
  readonly sharePpm: number;
}

/** The open attachment of a user. */
interface OpenAttachment {
  readonly id: number;
  readonly agent: UserId;
  readonly sharePpm: number;
  readonly openedAtMs: number;
}

interface AttachmentParts extends With<'changes' | 'identityDb' | 'notices' | 'now'> {
  readonly core: Pick<Core, 'submit'>;
}

/**
 * The attachments of users to agents. A row says what should be; its commands to the exchange, which count the fees,
 * are repeated until they are carried out.
 */
export class Attachments {
  readonly #parts: AttachmentParts;
  readonly #turns = new Turns<UserId>();

  constructor(parts: AttachmentParts) {
    this.#parts = parts;
  }

  /** An agent that takes in users; the row stays as it is until the transaction ends. */
  async activeAgent(transaction: Transaction<Schema>, user: UserId): Promise<Agent | null> {
    const row = await transaction
      .selectFrom('agents')
      .select('share_ppm')
      .where('user_id', '=', String(user))
      .where('state', '=', 'active')
      .forShare()
      .executeTakeFirst();
    return row === undefined ? null : { user, sharePpm: row.share_ppm };
  }

  /** Whether the user is an agent that takes in users. */
  async isActive(user: UserId, db: Database = this.#parts.identityDb): Promise<boolean> {
    const query = db.selectFrom('agents').select('state').where('user_id', '=', String(user));
    return (await query.executeTakeFirst())?.state === 'active';
  }

  async openOf(user: UserId, db: Database = this.#parts.identityDb): Promise<OpenAttachment | null> {
    const row = await db
      .selectFrom('attachments')
      .select(['id', 'agent_id', 'share_ppm', 'opened_at'])
      .where('user_id', '=', String(user))
      .where('closed_at', 'is', null)
      .executeTakeFirst();
    if (row === undefined) return null;
    return {
      id: safeInteger(row.id),
      agent: userId(safeInteger(row.agent_id)),
      sharePpm: row.share_ppm,
      openedAtMs: safeInteger(row.opened_at),
    };
  }

  /** From when a user who has left an agent can have another one; null if that is now. */
  async availableFrom(user: UserId, db: Database = this.#parts.identityDb): Promise<number | null> {
    const row = await db
      .selectFrom('attachments')
      .select('closed_at')
      .where('user_id', '=', String(user))
      .where('ended', '=', 'left')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    const fromMs = safeInteger(row?.closed_at ?? '0') + leftForMs;
    return row !== undefined && fromMs > this.#parts.now() ? fromMs : null;
  }

  /** A new user joins the inviter's agent, or the inviter if that is one. */
  async joinInviter(transaction: Transaction<Schema>, user: UserId, inviter: UserId): Promise<void> {
    const row = await transaction
      .selectFrom('users')
      .select('agent_id')
      .where('id', '=', String(inviter))
      .executeTakeFirst();
    const own = await this.activeAgent(transaction, inviter);
    const above = row === undefined || row.agent_id === null ? null : userId(safeInteger(row.agent_id));
    const agent = own ?? (above === null ? null : await this.activeAgent(transaction, above));
    if (agent !== null) await this.begin(transaction, user, agent, 'registration');
  }

  /** Attaches a locked user without an agent. Call `carryOut` after the commit. */
  async begin(transaction: Transaction<Schema>, user: UserId, agent: Agent, via: AttachedBy): Promise<void> {
    const nowMs = this.#parts.now();
    await transaction
      .insertInto('attachments')
      .values({
        user_id: user,
        agent_id: agent.user,
        share_ppm: agent.sharePpm,
        via,
        stage: 'attaching',
        opened_at: nowMs,
      })
      .execute();
    await transaction.updateTable('users').set({ agent_id: agent.user }).where('id', '=', String(user)).execute();
    await transaction.deleteFrom('authorization_codes').where('user_id', '=', String(user)).execute();
    await transaction
      .updateTable('agent_requests')
      .set({ state: 'closed', decided_at: nowMs })
      .where('user_id', '=', String(user))
      .where('state', '=', 'open')
      .execute();
  }

  /** Ends the open attachment of a locked user. Call `carryOut` after the commit. */
  async end(transaction: Transaction<Schema>, user: UserId, ended: AttachmentEnd): Promise<boolean> {
    const { numUpdatedRows } = await transaction
      .updateTable('attachments')
      .set({ stage: 'detaching', closed_at: this.#parts.now(), ended })
      .where('user_id', '=', String(user))
      .where('closed_at', 'is', null)
      .executeTakeFirst();
    await transaction.updateTable('users').set({ agent_id: null }).where('id', '=', String(user)).execute();
    return numUpdatedRows > 0n;
  }

  /** Carries out the commands that are left for a user, in their order. */
  async carryOut(user: UserId): Promise<void> {
    await this.#turns.run(user, () => this.#carryOut(user));
  }

  /** Carries out what is left for all users, such as after a crash. */
  async carryOutAll(signal: AbortSignal): Promise<void> {
    const rows = await this.#parts.identityDb
      .selectFrom('attachments')
      .select('user_id')
      .distinct()
      .where('stage', 'in', ['attaching', 'detaching'])
      .limit(atOnce)
      .execute();
    const alone = new EachAlone();
    for (const row of rows) {
      if (signal.aborted) break;
      await alone.attempt(() => this.carryOut(userId(safeInteger(row.user_id))));
    }
    alone.end();
  }

  /** Ends attachments to agents who were removed, and begins others where the share of the agent has changed. */
  async followAgents(signal: AbortSignal): Promise<boolean> {
    const rows = await this.#parts.identityDb
      .selectFrom('attachments')
      .innerJoin('agents', 'agents.user_id', 'attachments.agent_id')
      .select('attachments.user_id')
      .where('attachments.closed_at', 'is', null)
      .where((of) =>
        of.or([of('agents.state', '=', 'removed'), of('agents.share_ppm', '<>', of.ref('attachments.share_ppm'))]),
      )
      .orderBy('attachments.id')
      .limit(atOnce)
      .execute();
    for (const row of rows) {
      if (signal.aborted) break;
      await this.#follow(userId(safeInteger(row.user_id)));
    }
    return rows.length === atOnce;
  }

  /** Ends attachments between accounts with the same document; their unpaid commission is dropped. */
  async endSameDocuments(): Promise<void> {
    const { identityDb, changes } = this.#parts;
    const rows = await identityDb
      .selectFrom('attachments')
      .innerJoin('verifications as own', 'own.user_id', 'attachments.user_id')
      .innerJoin('verifications as other', 'other.user_id', 'attachments.agent_id')
      .select('attachments.user_id')
      .whereRef('own.card_key', '=', 'other.card_key')
      .where('own.status', '=', 'approved')
      .where('other.status', '=', 'approved')
      .where('attachments.closed_at', 'is', null)
      .limit(atOnce)
      .execute();
    for (const row of rows) {
      const user = userId(safeInteger(row.user_id));
      const send = await inTransaction(identityDb, async (transaction) => {
        await lockUser(transaction, user);
        if (!(await this.end(transaction, user, 'document'))) return null;
        return this.#parts.notices.write(transaction, user, 'agent_ended', {});
      });
      send?.();
      changes.report('account', user);
      await this.carryOut(user);
    }
  }

  async #follow(user: UserId): Promise<void> {
    const { changes, identityDb, notices } = this.#parts;
    const send = await inTransaction(identityDb, async (transaction): Promise<Sending | null> => {
      await lockUser(transaction, user);
      const open = await this.openOf(user, transaction);
      if (open === null) return null;
      const agent = await this.activeAgent(transaction, open.agent);
      if (agent !== null && agent.sharePpm === open.sharePpm) return null;
      await this.end(transaction, user, agent === null ? 'removed' : 'share');
      if (agent === null) return notices.write(transaction, user, 'agent_ended', {});
      await this.begin(transaction, user, agent, 'share');
      return notices.write(transaction, user, 'agent_share', { share: percentText(agent.sharePpm) });
    });
    send?.();
    changes.report('account', user);
    await this.carryOut(user);
  }

  async #carryOut(user: UserId): Promise<void> {
    const { core, identityDb } = this.#parts;
    const rows = await identityDb
      .selectFrom('attachments')
      .select(['id', 'agent_id', 'share_ppm', 'stage', 'ended'])
      .where('user_id', '=', String(user))
      .where('stage', 'in', ['attaching', 'detaching'])
      .orderBy('id')
      .execute();
    for (const row of rows) {
      const attachment = attachmentNumber(safeInteger(row.id));
      const isBeginning = row.stage === 'attaching';
      const { outcome } = isBeginning
        ? await core.submit({
            type: 'attach_agent',
            attachment,
            user,
            agent: userId(safeInteger(row.agent_id)),
            sharePpm: row.share_ppm,
          })
        : await core.submit({ type: 'detach_agent', attachment, dropped: row.ended === 'document' });
      // One that ended before the exchange knew it has nothing to end.
      if (outcome.type === 'rejected' && outcome.rejection.reason !== 'attachment_unknown') {
        throw new Error(`The attachment ${attachment} cannot be carried out: ${outcome.rejection.reason}.`);
      }
      await identityDb
        .updateTable('attachments')
        .set({ stage: isBeginning ? 'open' : 'ended' })
        .where('id', '=', row.id)
        .where('stage', '=', row.stage)
        .execute();
    }
    if (rows.length > 0) this.#parts.changes.report('account', user);
  }
}

/** Serializes what happens to the attachments of a user, until the transaction ends. */
export async function lockUser(transaction: Transaction<Schema>, user: UserId): Promise<void> {
  await transaction.selectFrom('users').select('id').where('id', '=', String(user)).forNoKeyUpdate().execute();
}

/** Whether two users were verified with the same document. */
export async function haveSameDocument(db: Database, a: UserId, b: UserId): Promise<boolean> {
  const row = await db
    .selectFrom('verifications as own')
    .innerJoin('verifications as other', 'other.card_key', 'own.card_key')
    .select(sql<number>`1`.as('one'))
    .where('own.user_id', '=', String(a))
    .where('other.user_id', '=', String(b))
    .executeTakeFirst();
  return row !== undefined;
}
