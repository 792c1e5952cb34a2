import type { sessionCalls } from '@bourse/contract/console';
import type { Transaction } from 'kysely';
import { inTransaction, type Schema } from '../../../ground/database/index.ts';
import { TurnsBusy } from '../../../ground/gateway/index.ts';
import { isWeakStaffPassword, type Passwords } from '../../../people/identity/index.ts';
import { appUri, newRecoveryCodes, stepOfPair } from '../../../ground/secrets/index.ts';
import type { SecurityLog } from '../../../ground/security-log/index.ts';
import { sessionEvent } from './session-event.ts';
import type { Origin } from './staff-login.ts';
import { hashOfToken, type StaffSecrets } from './staff-secrets.ts';
import { isOperatorRole } from './staff-sessions.ts';
import { answered, type AuditPort, type ConsoleAnswer, refusal } from '../../../ground/console-gateway/index.ts';
import type { With } from '../../../ground/parts.ts';

export interface EnrolmentParts extends With<'db' | 'now'> {
  readonly secrets: StaffSecrets;
  readonly passwords: Pick<Passwords, 'hash'>;
  readonly audit: AuditPort;
  readonly securityLog: Pick<SecurityLog, 'record'>;
  /** The name of the exchange, for the authenticator app. */
  readonly site: () => string;
}

interface EnrolInput {
  readonly token: string;
  readonly password: string;
  readonly first_code: string;
  readonly second_code: string;
}

/** Turns an invitation into access: a password, an authenticator app and recovery codes. */
export class Enrolment {
  readonly #parts: EnrolmentParts;

  constructor(parts: EnrolmentParts) {
    this.#parts = parts;
  }

  /** The person whom a link invites, and the secret for the authenticator app. */
  async look({ token }: { readonly token: string }): Promise<ConsoleAnswer<typeof sessionCalls.enrolment>> {
    const invited = await this.#find(token);
    if (invited === null) return refusal('invitation_invalid');
    const { email, name, secret } = invited;
    return answered({ email, name, uri: appUri(secret, email, `${this.#parts.site()} console`) });
  }

  /** Stores the password and the authenticator app, and uses the link up. */
  async enrol(input: EnrolInput, origin: Origin): Promise<ConsoleAnswer<typeof sessionCalls.enrol>> {
    const { db, now, passwords, securityLog } = this.#parts;
    const invited = await this.#find(input.token);
    if (invited === null) return refusal('invitation_invalid');
    if (isWeakStaffPassword(input.password, invited.email)) return refusal('password_weak');
    const step = stepOfPair(invited.secret, [input.first_code, input.second_code], now());
    if (step === null) return refusal('code_invalid');
    const passwordHash = await passwords.hash(input.password, origin.network).catch((error: unknown) => {
      if (error instanceof TurnsBusy) return null;
      throw error;
    });
    if (passwordHash === null) return refusal('too_many_requests', { retry_after: 5 });
    const codes = newRecoveryCodes();
    const isEnrolled = await inTransaction(db, async (transaction) =>
      this.#store(transaction, input.token, { passwordHash, step, codes }, origin),
    );
    if (!isEnrolled) return refusal('invitation_invalid');
    securityLog.record('staff_enrolled', { staff: invited.id, network: origin.network });
    return answered({ recovery_codes: codes });
  }

  async #find(token: string) {
    const { db, now, secrets } = this.#parts;
    const row = await db
      .selectFrom('staff_invitations')
      .innerJoin('staff', 'staff.id', 'staff_invitations.staff_id')
      .select(['id', 'name', 'email', 'sealed_secret'])
      .where('token_hash', '=', hashOfToken(token))
      .where('expires_at', '>', String(now()))
      .where('state', '=', 'invited')
      .executeTakeFirst();
    const secret = row === undefined ? null : secrets.open(row.id, row.sealed_secret);
    return row === undefined || secret === null ? null : { ...row, secret };
  }

  /** Returns false if the link has been used or replaced in the meantime. */
  async #store(
    transaction: Transaction<Schema>,
    token: string,
    { passwordHash, step, codes }: { passwordHash: string; step: number; codes: readonly string[] },
    origin: Origin,
  ): Promise<boolean> {
    const { audit, now, secrets } = this.#parts;
    const nowMs = now();
    const used = await transaction
      .deleteFrom('staff_invitations')
      .where('token_hash', '=', hashOfToken(token))
      .returning(['staff_id', 'sealed_secret'])
      .executeTakeFirst();
    if (used === undefined) return false;
    const { staff_id: id, sealed_secret } = used;
    const person = await transaction
      .updateTable('staff')
      .set({ password_hash: passwordHash, state: 'active', enrolled_at: nowMs, failed_at: [], locked_until: 0 })
      .where('id', '=', id)
      .where('state', '=', 'invited')
      .returning(['id', 'roles'])
      .executeTakeFirst();
    if (person === undefined) return false;
    // The two codes are used up.
    await transaction
      .insertInto('staff_factors')
      .values({ staff_id: id, kind: 'totp', sealed_secret, last_step: step, created_at: nowMs })
      .execute();
    await transaction
      .insertInto('staff_recovery_codes')
      .values(
        codes.map((code) => ({
          staff_id: id,
          code_hash: secrets.hashRecoveryCode(id, code),
          created_at: nowMs,
        })),
      )
      .execute();
    const roles = person.roles.filter(isOperatorRole);
    await audit.write(transaction, sessionEvent('enrolled', { id, roles }, origin, {}));
    return true;
  }
}
