import { operatorRoles, type OperatorRole } from '@bourse/contract';
import type { ConsoleCall } from '@bourse/contract/console';
import type { Transaction } from 'kysely';
import { inTransaction, safeInteger, type Schema } from '../../../ground/database/index.ts';
import { networkOf } from '../../../ground/gateway/index.ts';
import type { SecurityLog } from '../../../ground/security-log/index.ts';
import { sessionEvent } from './session-event.ts';
import { keepStaff } from './register-lock.ts';
import { staffNetworkOf } from './staff-network.ts';
import { hashOfToken, newToken } from './staff-secrets.ts';
import type {
  AuditPort,
  StaffId,
  StaffMember,
  StaffRequest,
  StaffSessionSource,
} from '../../../ground/console-gateway/index.ts';
import type { With } from '../../../ground/parts.ts';

const minuteMs = 60_000;

/** How long a session lasts without a request of its owner. */
const idleMs = 20 * minuteMs;

/** How long a session lasts at most. */
export const maxSessionMs = 8 * 60 * minuteMs;

/** Uses within this time of the last recorded one are not written. */
const renewEveryMs = 10_000;

export interface StaffSessionsParts extends With<'db'> {
  readonly audit: AuditPort;
  readonly securityLog: Pick<SecurityLog, 'record'>;
}

/** The times of a session in epoch milliseconds. */
export interface SessionTimes {
  readonly idleUntilMs: number;
  readonly endsAtMs: number;
  /** 0 if no one-time password has been entered. */
  readonly steppedUpAtMs: number;
}

/** A session that a login starts. */
export interface StartedSession {
  /** The value of the cookie, which is not stored. */
  readonly token: string;
  readonly id: number;
}

/**
 * The sessions of staff: one for each person, bound to its network, ended after 20 minutes without use and after 8
 * hours in any case. They are read from the database for each request, so that every change takes effect at once.
 */
export class StaffSessions implements StaffSessionSource {
  readonly #parts: StaffSessionsParts;

  constructor(parts: StaffSessionsParts) {
    this.#parts = parts;
  }

  async of(token: string, request: StaffRequest): Promise<StaffMember | null> {
    if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return null;
    const { address, background, nowMs, requestId } = request;
    const row = await this.#find(token);
    if (row === undefined) return null;
    const id = safeInteger(row.session);
    const lastSeenMs = safeInteger(row.last_seen_at);
    if (nowMs >= Math.min(lastSeenMs + idleMs, safeInteger(row.started_at) + maxSessionMs)) {
      await this.#parts.db.deleteFrom('staff_sessions').where('id', '=', String(id)).execute();
      return null;
    }
    const roles = row.roles.filter(isOperatorRole);
    if (row.network !== staffNetworkOf(address)) {
      await this.#endForeign(id, { id: row.staff_id, roles }, request);
      return null;
    }
    if (!background && nowMs - lastSeenMs >= renewEveryMs) await this.#renew(id, nowMs);
    const { email, name } = row;
    const steppedUpAtMs = safeInteger(row.stepped_up_at);
    return { id: row.staff_id, name, email, roles, session: id, steppedUpAtMs, address, requestId };
  }

  async within(
    transaction: Transaction<Schema>,
    call: Pick<ConsoleCall, 'path'>,
    staff: StaffMember,
  ): Promise<StaffMember | null> {
    await keepStaff(transaction, call, [staff.id]);
    const row = await transaction
      .selectFrom('staff_sessions')
      .innerJoin('staff', 'staff.id', 'staff_sessions.staff_id')
      .select(['name', 'email', 'roles', 'stepped_up_at'])
      .where('staff_sessions.id', '=', String(staff.session))
      .where('staff.id', '=', staff.id)
      .where('state', '=', 'active')
      .forShare('staff_sessions')
      .executeTakeFirst();
    if (row === undefined) return null;
    const { email, name } = row;
    const steppedUpAtMs = safeInteger(row.stepped_up_at);
    return { ...staff, name, email, roles: row.roles.filter(isOperatorRole), steppedUpAtMs };
  }

  /** Starts a session in place of the person's earlier one. The transaction has locked the person's row. */
  async start(
    transaction: Transaction<Schema>,
    staff: StaffId,
    { address, nowMs, steppedUpAtMs }: { address: string; nowMs: number; steppedUpAtMs: number },
  ): Promise<StartedSession> {
    const token = newToken();
    await this.endOf(transaction, staff);
    const { id } = await transaction
      .insertInto('staff_sessions')
      .values({
        staff_id: staff,
        token_hash: hashOfToken(token),
        network: staffNetworkOf(address),
        started_at: nowMs,
        last_seen_at: nowMs,
        stepped_up_at: steppedUpAtMs,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { token, id: safeInteger(id) };
  }

  /** Records that the one-time password was entered; false if the session has ended. */
  async stepUp(transaction: Transaction<Schema>, session: number, nowMs: number): Promise<boolean> {
    const { numUpdatedRows } = await transaction
      .updateTable('staff_sessions')
      .set({ stepped_up_at: nowMs })
      .where('id', '=', String(session))
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /** Ends the session of a person; false if there was none. */
  async endOf(transaction: Transaction<Schema>, staff: StaffId): Promise<boolean> {
    const { numDeletedRows } = await transaction
      .deleteFrom('staff_sessions')
      .where('staff_id', '=', staff)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /** The times of a session; null if it has ended. */
  async timesOf(session: number): Promise<SessionTimes | null> {
    const row = await this.#parts.db
      .selectFrom('staff_sessions')
      .select(['started_at', 'last_seen_at', 'stepped_up_at'])
      .where('id', '=', String(session))
      .executeTakeFirst();
    if (row === undefined) return null;
    const endsAtMs = safeInteger(row.started_at) + maxSessionMs;
    return {
      idleUntilMs: Math.min(safeInteger(row.last_seen_at) + idleMs, endsAtMs),
      endsAtMs,
      steppedUpAtMs: safeInteger(row.stepped_up_at),
    };
  }

  #find(token: string) {
    return this.#parts.db
      .selectFrom('staff_sessions')
      .innerJoin('staff', 'staff.id', 'staff_sessions.staff_id')
      .select(['staff_sessions.id as session', 'staff_id', 'network', 'started_at', 'last_seen_at', 'stepped_up_at'])
      .select(['name', 'email', 'roles'])
      .where('token_hash', '=', hashOfToken(token))
      .where('state', '=', 'active')
      .executeTakeFirst();
  }

  async #renew(session: number, nowMs: number): Promise<void> {
    await this.#parts.db
      .updateTable('staff_sessions')
      .set({ last_seen_at: nowMs })
      .where('id', '=', String(session))
      .where('last_seen_at', '<', String(nowMs))
      .execute();
  }

  /** Ends a session whose cookie came from another network. */
  async #endForeign(
    session: number,
    { id: staff, roles }: Pick<StaffMember, 'id' | 'roles'>,
    { address, requestId }: StaffRequest,
  ): Promise<void> {
    const { audit, db, securityLog } = this.#parts;
    const network = networkOf(address);
    const isEnded = await inTransaction(db, async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('staff_sessions')
        .where('id', '=', String(session))
        .executeTakeFirst();
      if (numDeletedRows === 0n) return false;
      const event = sessionEvent(
        'session_ended',
        { id: staff, roles },
        { network, requestId },
        { cause: 'other_network' },
      );
      await audit.write(transaction, event);
      return true;
    });
    if (isEnded) securityLog.record('staff_session_moved', { staff, network });
  }
}

export function isOperatorRole(text: string): text is OperatorRole {
  return operatorRoles.some((role) => role === text);
}

declare module '../../../ground/parts.ts' {
  interface Parts {
    /** The sessions of staff. */
    readonly staffSessions: StaffSessions;
  }
}
