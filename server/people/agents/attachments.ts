import { type CommandNamed, userId, type UserId } from '@bourse/engine';
import { attachmentNumber } from '@bourse/engine/agents';
import { type Kysely, sql, type Transaction } from 'kysely';
import { EachAlone } from '../../ground/background/index.ts';
import { type Core, CoreRefusal } from '../../ground/core/index.ts';
import { inTransaction, safeInteger, type Schema } from '../../ground/database/index.ts';
import { Turns } from '../../ground/gateway/index.ts';
import type { With } from '../../ground/parts.ts';
import type { Sending } from '../alerts/index.ts';
import { maskedAccountOf, percentText } from './wire.ts';
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

interface AttachmentParts extends With<'changes' | 'identityDb' | 'log' | 'notices' | 'now'> {
  readonly core: Pick<Core, 'submit'>;
}

/**
 * The attachments of users to agents. A row says what should be; its commands to the exchange, which count the fees,
 * are repeated until they are carried out.
 */
export class Attachments {
  readonly #parts: AttachmentParts;
  readonly #turns = new Turns<UserId>();
  #isLeft: () => void = () => undefined;

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

  /** Whether the user was an agent and is none now. */
  async wasAgent(user: UserId): Promise<boolean> {
    const query = this.#parts.identityDb.selectFrom('agents').select('state').where('user_id', '=', String(user));
    return (await query.executeTakeFirst())?.state === 'removed';
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

  /** Since when a user has its agent, with all shares in that time. */
  async sinceOf(user: UserId, agent: UserId): Promise<number | null> {
    const row = await this.#parts.identityDb
      .selectFrom('attachments')
      .select('opened_at')
      .where('user_id', '=', String(user))
      .where('agent_id', '=', String(agent))
      .where('via', '<>', 'share')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row === undefined ? null : safeInteger(row.opened_at);
  }

  /**
   * A new user joins the inviter's agent, or the inviter if that is one. Returns the notices to both, which are sent
   * after the commit.
   */
  async joinInviter(transaction: Transaction<Schema>, user: UserId, inviter: UserId): Promise<readonly Sending[]> {
    const row = await transaction
      .selectFrom('users')
      .select('agent_id')
      .where('id', '=', String(inviter))
      .executeTakeFirst();
    const own = await this.activeAgent(transaction, inviter);
    const above = row === undefined || row.agent_id === null ? null : userId(safeInteger(row.agent_id));
    const agent = own ?? (above === null ? null : await this.activeAgent(transaction, above));
    if (agent === null) return [];
    await this.begin(transaction, user, agent, 'registration');
    const { notices } = this.#parts;
    const account = await maskedAccountOf(transaction, user);
    const figures = { agent: await maskedAccountOf(transaction, agent.user), share: percentText(agent.sharePpm) };
    return [
      await notices.write(transaction, agent.user, 'agent_registered', { account }),
      await notices.write(transaction, user, 'agent_given', figures),
    ];
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
    await this.closeRequests(transaction, user);
  }

  /** Closes the open requests to take in a locked user, who has an agent or becomes one. */
  async closeRequests(transaction: Transaction<Schema>, user: UserId): Promise<void> {
    await transaction
      .updateTable('agent_requests')
      .set({ state: 'closed', decided_at: this.#parts.now() })
      .where('user_id', '=', String(user))
      .where('state', '=', 'open')
      .execute();
  }

  /** Ends the open attachment of a locked user. Call `carryOut` after the commit. */
  async end(transaction: Transaction<Schema>, user: UserId, ended: AttachmentEnd): Promise<boolean> {
    const { numUpdatedRows } = await transaction
      .updateTable('attachments')
      .set({ stage: 'detaching', closed_at: this.#parts.now(), ended, dropped: ended === 'document' })
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

  /**
   * Carries out what is left for a user now, or else by background work a little later: what was stored has happened,
   * so no failure of the exchange changes the answer.
   */
  async carryOutSoon(user: UserId): Promise<void> {
    try {
      await this.carryOut(user);
    } catch (error) {
      this.#parts.log.warn({ err: error, user }, 'the exchange does not know the agent of a user yet');
      this.#isLeft();
    }
  }

  /** Called when something is left to be carried out. */
  onLeft(listener: () => void): void {
    this.#isLeft = listener;
  }

  /** Carries out what is left for all users, such as after a crash. */
  async carryOutAll(signal: AbortSignal): Promise<void> {
    const pending = (after: string) =>
      this.#parts.identityDb
        .selectFrom('attachments')
        .select('user_id')
        .distinct()
        .where('stage', 'in', ['attaching', 'detaching', 'dropping'])
        .where('user_id', '>', after)
        .orderBy('user_id')
        .limit(atOnce)
        .execute();
    const alone = new EachAlone();
    for (let rows = await pending('0'); rows.length > 0; rows = await pending(rows.at(-1)?.user_id ?? '')) {
      for (const row of rows) {
        if (signal.aborted) return;
        await alone.attempt(() => this.carryOut(userId(safeInteger(row.user_id))));
      }
    }
    alone.end();
  }

  /** Ends attachments to agents who were removed, and begins others where the share of the agent has changed. */
  async followAgents(signal: AbortSignal): Promise<void> {
    const outdated = (after: string) =>
      this.#parts.identityDb
        .selectFrom('attachments')
        .innerJoin('agents', 'agents.user_id', 'attachments.agent_id')
        .select(['attachments.id', 'attachments.user_id'])
        .where('attachments.closed_at', 'is', null)
        .where((of) =>
          of.or([of('agents.state', '=', 'removed'), of('agents.share_ppm', '<>', of.ref('attachments.share_ppm'))]),
        )
        .where('attachments.id', '>', after)
        .orderBy('attachments.id')
        .limit(atOnce)
        .execute();
    const alone = new EachAlone();
    for (let rows = await outdated('0'); rows.length > 0; rows = await outdated(rows.at(-1)?.id ?? '')) {
      for (const row of rows) {
        if (signal.aborted) return;
        await alone.attempt(() => this.#follow(userId(safeInteger(row.user_id))));
      }
    }
    alone.end();
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
    const { identityDb } = this.#parts;
    const rows = await identityDb
      .selectFrom('attachments')
      .select(['id', 'agent_id', 'share_ppm', 'stage', 'dropped'])
      .where('user_id', '=', String(user))
      .where('stage', 'in', ['attaching', 'detaching', 'dropping'])
      .orderBy('id')
      .execute();
    for (const { agent_id: agent, dropped, id, share_ppm: sharePpm, stage } of rows) {
      const attachment = attachmentNumber(safeInteger(id));
      const isBeginning = stage === 'attaching';
      if (isBeginning) {
        await this.#submit({ type: 'attach_agent', attachment, user, agent: userId(safeInteger(agent)), sharePpm });
      }
      if (stage === 'detaching') await this.#submit({ type: 'detach_agent', attachment, dropped });
      // Also after a command that ends it and was repeated: the first one may have dropped nothing.
      if (!isBeginning && dropped) await this.#submit({ type: 'drop_commission', attachment });
      await identityDb
        .updateTable('attachments')
        .set({ stage: isBeginning ? 'open' : 'ended' })
        .where('id', '=', id)
        .where('stage', '=', stage)
        .where('dropped', '=', dropped)
        .execute();
    }
    if (rows.length > 0) this.#parts.changes.report('account', user);
  }

  /** @throws Error if the exchange refuses the command, which concerns this user alone */
  async #submit(command: CommandNamed<'attach_agent' | 'detach_agent' | 'drop_commission'>): Promise<void> {
    const fault = `The attachment ${command.attachment} cannot be carried out`;
    try {
      const { outcome } = await this.#parts.core.submit(command);
      // One that ended before the exchange knew it, or without unpaid fees, has nothing to end or to drop.
      if (outcome.type !== 'rejected' || outcome.rejection.reason === 'attachment_unknown') return;
      throw new Error(`${fault}: ${outcome.rejection.reason}.`);
    } catch (error) {
      // Of this user, and no reason to leave out others.
      if (error instanceof CoreRefusal && error.key === 'command_suspended') {
        throw new Error(`${fault}: its command is suspended.`, { cause: error });
      }
      throw error;
    }
  }
}

/** Serializes what happens to the attachments of a user, until the transaction ends. */
export async function lockUser(transaction: Transaction<Schema>, user: UserId): Promise<void> {
  await transaction.selectFrom('users').select('id').where('id', '=', String(user)).forNoKeyUpdate().execute();
}

/** Whether two users are verified with the same document: on both sides it was approved. */
export async function haveSameDocument(db: Database, a: UserId, b: UserId): Promise<boolean> {
  const row = await db
    .selectFrom('verifications as own')
    .innerJoin('verifications as other', 'other.card_key', 'own.card_key')
    .select(sql<number>`1`.as('one'))
    .where('own.user_id', '=', String(a))
    .where('other.user_id', '=', String(b))
    .where('own.status', '=', 'approved')
    .where('other.status', '=', 'approved')
    .executeTakeFirst();
  return row !== undefined;
}
