import type { RefusalOf } from '@bourse/contract';
import type { agentAnswer, agentAttach } from '@bourse/contract/agents';
import { userId, type UserId } from '@bourse/engine';
import type { Transaction } from 'kysely';
import { inTransaction, safeInteger, type Schema } from '../../ground/database/index.ts';
import { type Refused, refused } from '../../ground/gateway/index.ts';
import type { With } from '../../ground/parts.ts';
import { minuteText } from '../../ground/texts/index.ts';
import type { Sending } from '../alerts/index.ts';
import { type Agent, type Attachments, type Database, haveSameDocument, lockUser } from './attachments.ts';
import type { AuthorizationCodes } from './authorization-codes.ts';
import { maskedAccountOf, percentText } from './wire.ts';

const hourMs = 3_600_000;
/** A request can be answered for this long. */
const openForMs = 72 * hourMs;
/** A user who has declined an agent is not asked by it again for this long. */
const declinedForMs = 30 * 24 * hourMs;
/** Answered requests are kept for this long, which is more than they have an effect. */
const keptForMs = 90 * 24 * hourMs;
const rowsPerRound = 1_000;

interface OpenRequest {
  readonly id: number;
  readonly agent: UserId;
  readonly user: UserId;
  readonly sharePpm: number;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

interface RequestParts extends With<'changes' | 'identityDb' | 'notices' | 'now'> {
  readonly attachments: Attachments;
  readonly codes: AuthorizationCodes;
}

type AttachRefusal = Refused<RefusalOf<typeof agentAttach>>;
type AnswerRefusal = Refused<RefusalOf<typeof agentAnswer>>;

/** The requests of agents to take in users. */
export class AgentRequests {
  readonly #parts: RequestParts;

  constructor(parts: RequestParts) {
    this.#parts = parts;
  }

  /** The owner of an authorization code whom the agent could take in. */
  async ownerOf(
    agent: UserId,
    code: string,
    db?: Database,
  ): Promise<UserId | Refused<'authorization_code_unknown' | 'agent_self'>> {
    const { attachments, codes } = this.#parts;
    const user = await codes.ownerOf(code, db);
    if (user === null) return refused('authorization_code_unknown');
    if (user === agent) return refused('agent_self');
    const isTaken = (await attachments.openOf(user, db)) !== null || (await attachments.isActive(user, db));
    return isTaken ? refused('authorization_code_unknown') : user;
  }

  /** Stores the request of an agent and notifies the user; a request that waits is returned again. */
  async attach(agent: UserId, code: string): Promise<AttachRefusal | OpenRequest> {
    const { changes, identityDb } = this.#parts;
    const answer = await inTransaction(identityDb, (transaction) => this.#attach(transaction, agent, code));
    if ('ok' in answer) return answer;
    answer.send?.();
    changes.report('account', answer.request.user);
    return answer.request;
  }

  async #attach(
    transaction: Transaction<Schema>,
    agent: UserId,
    code: string,
  ): Promise<AttachRefusal | { readonly request: OpenRequest; readonly send: Sending | null }> {
    const { attachments, codes, notices, now } = this.#parts;
    const nowMs = now();
    const own = await attachments.activeAgent(transaction, agent);
    if (own === null) return refused('forbidden');
    const hash = codes.hashOf(code);
    // The first answer may have been lost: the code is used up then.
    const repeated = await this.#find(transaction, { agent, hash });
    if (repeated !== null) return { request: repeated, send: null };
    const found = await this.ownerOf(agent, code, transaction);
    if (typeof found === 'object') return found;
    const user = found;
    await lockUser(transaction, user);
    // The same request may have used it up while this one waited for the lock, or another agent.
    const meanwhile = await this.#find(transaction, { agent, hash });
    if (meanwhile !== null) return { request: meanwhile, send: null };
    if ((await codes.ownerOf(code, transaction)) !== user) return refused('authorization_code_unknown');
    const barred = await this.#barred(transaction, agent, user, nowMs);
    if (barred !== null) return barred;
    await codes.spend(transaction, user);
    const waiting = await this.#find(transaction, { agent, user });
    if (waiting !== null) return { request: waiting, send: null };
    const row = await transaction
      .insertInto('agent_requests')
      .values({
        agent_id: agent,
        user_id: user,
        code_hash: hash,
        share_ppm: own.sharePpm,
        state: 'open',
        created_at: nowMs,
        expires_at: nowMs + openForMs,
        decided_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const figures = { agent: await maskedAccountOf(transaction, agent), share: percentText(own.sharePpm) };
    const send = await notices.write(transaction, user, 'agent_requested', figures);
    const request = { id: safeInteger(row.id), agent, user, sharePpm: own.sharePpm };
    return { request: { ...request, createdAtMs: nowMs, expiresAtMs: nowMs + openForMs }, send };
  }

  /** The requests that a user can answer, the newest first. */
  async openOf(user: UserId): Promise<OpenRequest[]> {
    const { identityDb, now } = this.#parts;
    const rows = await identityDb
      .selectFrom('agent_requests')
      .innerJoin('agents', 'agents.user_id', 'agent_requests.agent_id')
      .selectAll('agent_requests')
      .where('agent_requests.user_id', '=', String(user))
      .where('agent_requests.state', '=', 'open')
      .where('agents.state', '=', 'active')
      .where('expires_at', '>', String(now()))
      .orderBy('id', 'desc')
      .limit(100)
      .execute();
    return rows.map(requestOf);
  }

  /** Records the answer of a user. Null if it took effect. */
  async answer(user: UserId, id: number, accept: boolean): Promise<AnswerRefusal | null> {
    const { attachments, changes, identityDb } = this.#parts;
    const result = await inTransaction(identityDb, (transaction) => this.#answer(transaction, user, id, accept));
    if ('ok' in result) return result;
    result.send?.();
    changes.report('account', user);
    if (result.agent !== null) changes.report('account', result.agent);
    if (result.refusal === null && accept) await attachments.carryOutSoon(user);
    return result.refusal;
  }

  async #answer(
    transaction: Transaction<Schema>,
    user: UserId,
    id: number,
    accept: boolean,
  ): Promise<AnswerRefusal | Answered> {
    const { attachments, notices, now } = this.#parts;
    await lockUser(transaction, user);
    const row = await transaction
      .selectFrom('agent_requests')
      .selectAll()
      .where('id', '=', String(id))
      .where('user_id', '=', String(user))
      .where('state', '=', 'open')
      .where('expires_at', '>', String(now()))
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) return refused('agent_request_unknown');
    const request = requestOf(row);
    const agent = await attachments.activeAgent(transaction, request.agent);
    if (agent === null) return refused('agent_request_unknown');
    if (accept) {
      const refusal = await this.#obstacle(transaction, user, agent);
      if (refusal !== null) return refusal;
      if (agent.sharePpm !== request.sharePpm) {
        // The user has agreed to another share, so the request shows the new one from now on.
        await transaction
          .updateTable('agent_requests')
          .set({ share_ppm: agent.sharePpm })
          .where('id', '=', row.id)
          .execute();
        const refusalOfShare = refused('agent_share_changed', { share: percentText(agent.sharePpm) });
        return { refusal: refusalOfShare, agent: null, send: null };
      }
    }
    await transaction
      .updateTable('agent_requests')
      .set({ state: accept ? 'accepted' : 'declined', decided_at: now() })
      .where('id', '=', row.id)
      .execute();
    if (accept) await attachments.begin(transaction, user, agent, 'request');
    const account = await maskedAccountOf(transaction, user);
    const send = await notices.write(transaction, agent.user, accept ? 'agent_joined' : 'agent_declined', { account });
    return { refusal: null, agent: agent.user, send };
  }

  /** The user leaves the agent. False without one. */
  async leave(user: UserId): Promise<boolean> {
    const { attachments, changes, identityDb, notices } = this.#parts;
    const left = await inTransaction(identityDb, async (transaction) => {
      await lockUser(transaction, user);
      const open = await attachments.openOf(user, transaction);
      if (open === null) return null;
      await attachments.end(transaction, user, 'left');
      const account = await maskedAccountOf(transaction, user);
      return { agent: open.agent, send: await notices.write(transaction, open.agent, 'agent_left', { account }) };
    });
    if (left === null) return false;
    left.send();
    changes.report('account', user);
    changes.report('account', left.agent);
    await attachments.carryOutSoon(user);
    return true;
  }

  /** Deletes a bounded number of old requests. */
  async deleteOld(): Promise<number> {
    const { identityDb, now } = this.#parts;
    const old = identityDb
      .selectFrom('agent_requests')
      .select('id')
      .where('created_at', '<=', String(now() - keptForMs))
      .limit(rowsPerRound);
    const { numDeletedRows } = await identityDb.deleteFrom('agent_requests').where('id', 'in', old).executeTakeFirst();
    return Number(numDeletedRows);
  }

  /** Why this agent cannot request to take in this user. */
  async #barred(
    transaction: Transaction<Schema>,
    agent: UserId,
    user: UserId,
    nowMs: number,
  ): Promise<AttachRefusal | null> {
    const { attachments } = this.#parts;
    if (await haveSameDocument(transaction, agent, user)) return refused('agent_same_document');
    const fromMs = await attachments.availableFrom(user, transaction);
    if (fromMs !== null) return refused('agent_left_recently', { from: minuteText(fromMs) });
    const declined = await transaction
      .selectFrom('agent_requests')
      .select('decided_at')
      .where('agent_id', '=', String(agent))
      .where('user_id', '=', String(user))
      .where('state', '=', 'declined')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    const againMs = safeInteger(declined?.decided_at ?? '0') + declinedForMs;
    return declined !== undefined && againMs > nowMs ? refused('agent_declined', { from: minuteText(againMs) }) : null;
  }

  /** Why a user cannot accept a request. */
  async #obstacle(transaction: Transaction<Schema>, user: UserId, agent: Agent): Promise<AnswerRefusal | null> {
    const { attachments } = this.#parts;
    if (await attachments.isActive(user, transaction)) return refused('agent_self');
    if ((await attachments.openOf(user, transaction)) !== null) return refused('agent_attached');
    const fromMs = await attachments.availableFrom(user, transaction);
    if (fromMs !== null) return refused('agent_left_recently', { from: minuteText(fromMs) });
    return (await haveSameDocument(transaction, agent.user, user)) ? refused('agent_same_document') : null;
  }

  async #find(
    transaction: Transaction<Schema>,
    by: { readonly agent: UserId; readonly hash: Buffer } | { readonly agent: UserId; readonly user: UserId },
  ): Promise<OpenRequest | null> {
    const query = transaction
      .selectFrom('agent_requests')
      .selectAll()
      .where('agent_id', '=', String(by.agent))
      .where('state', '=', 'open')
      .where('expires_at', '>', String(this.#parts.now()));
    const row =
      'hash' in by
        ? await query.where('code_hash', '=', by.hash).executeTakeFirst()
        : await query.where('user_id', '=', String(by.user)).executeTakeFirst();
    return row === undefined ? null : requestOf(row);
  }
}

interface Answered {
  readonly refusal: AnswerRefusal | null;
  readonly agent: UserId | null;
  readonly send: Sending | null;
}

function requestOf(row: {
  readonly id: string;
  readonly agent_id: string;
  readonly user_id: string;
  readonly share_ppm: number;
  readonly created_at: string;
  readonly expires_at: string;
}): OpenRequest {
  return {
    id: safeInteger(row.id),
    agent: userId(safeInteger(row.agent_id)),
    user: userId(safeInteger(row.user_id)),
    sharePpm: row.share_ppm,
    createdAtMs: safeInteger(row.created_at),
    expiresAtMs: safeInteger(row.expires_at),
  };
}
