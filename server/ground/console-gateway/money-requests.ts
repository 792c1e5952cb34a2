import { createHash } from 'node:crypto';
import type { ConsoleCall } from '@bourse/contract/console';
import type { FastifyRequest } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import { safeInteger, type Schema } from '../database/index.ts';
import { isRequestKey } from '../gateway/index.ts';
import { answered, type ConsoleDone, type ConsoleRefused, refusal } from './answer.ts';
import type { StaffMember } from './ports.ts';

/** A request that moves money: the number of its movement, and its answer if it had one before. */
export interface MoneyRequest {
  readonly ok: true;
  readonly id: number;
  readonly answer: ConsoleDone<unknown> | null;
}

/**
 * The requests that move money, by their idempotency key. A repeated request gets the first answer; if the server ended
 * before there was one, it is carried out again under the same number, which the exchange books once.
 */
export class MoneyRequests {
  readonly #db: Kysely<Schema>;

  constructor(db: Kysely<Schema>) {
    this.#db = db;
  }

  /** Registers a request under its key. */
  async begin(
    request: FastifyRequest,
    { path }: ConsoleCall,
    staff: StaffMember,
    input: unknown,
    now: number,
  ): Promise<MoneyRequest | ConsoleRefused> {
    const key = request.headers['idempotency-key'];
    if (key === undefined) return refusal('idempotency_key_required');
    if (typeof key !== 'string' || !isRequestKey(key)) return refusal('idempotency_key_invalid');
    const payload_sha256 = createHash('sha256')
      .update(JSON.stringify([path, withoutReason(input)]))
      .digest('hex');
    await this.#db
      .insertInto('console_requests')
      .values({ staff_id: staff.id, request_key: key, path, payload_sha256, at_ms: now })
      .onConflict((conflict) => conflict.columns(['staff_id', 'request_key']).doNothing())
      .execute();
    const row = await this.#db
      .selectFrom('console_requests')
      .select(['id', 'payload_sha256', 'answer'])
      .where('staff_id', '=', staff.id)
      .where('request_key', '=', key)
      .executeTakeFirstOrThrow();
    if (row.payload_sha256 !== payload_sha256) return refusal('idempotency_key_reused');
    return { ok: true, id: safeInteger(row.id), answer: answerIn(row) };
  }

  /** The answer that a request has got from another attempt meanwhile; null if there is none. */
  async answerOf(db: Kysely<Schema>, id: number): Promise<ConsoleDone<unknown> | null> {
    return answerIn(await queryOf(db, id).executeTakeFirstOrThrow());
  }

  /** The same; later requests with the key wait until the transaction ends. */
  async lockedAnswerOf(transaction: Transaction<Schema>, id: number): Promise<ConsoleDone<unknown> | null> {
    return answerIn(await queryOf(transaction, id).forUpdate().executeTakeFirstOrThrow());
  }

  /** Keeps the answer in the transaction of the action's end. A refused request may be repeated under its key. */
  async keep(
    transaction: Transaction<Schema>,
    id: number,
    answer: ConsoleDone<unknown> | ConsoleRefused,
  ): Promise<void> {
    if (!answer.ok) return;
    await transaction
      .updateTable('console_requests')
      .set({ answer: JSON.stringify(answer.data) })
      .where('id', '=', String(id))
      .execute();
  }
}

/**
 * Keeps the answer to a request whose movement an earlier process made without answering it, in the transaction of its
 * outcome row.
 */
export async function keepFoundAnswer(transaction: Transaction<Schema>, id: number, sequence: number): Promise<void> {
  await transaction
    .updateTable('console_requests')
    .set({ answer: JSON.stringify({ approval: null, result: { sequence } }) })
    .where('id', '=', String(id))
    .where('answer', 'is', null)
    .execute();
}

function queryOf(db: Kysely<Schema>, id: number) {
  return db.selectFrom('console_requests').select('answer').where('id', '=', String(id));
}

function answerIn({ answer }: { readonly answer: unknown }): ConsoleDone<unknown> | null {
  return answer === null ? null : answered(answer);
}

/** A repeated request may explain itself in other words. */
function withoutReason(input: unknown): object {
  const named = Object.entries(input ?? {}).filter(([name]) => name !== 'reason_code' && name !== 'reason');
  return Object.fromEntries(named);
}
