import type { OperatorRole } from '@bourse/contract';
import type { Kysely } from 'kysely';
import { generateSync } from 'otplib';
import { applyGrants } from '../../../../ground/database/grants.ts';
import { inTransaction, openAppDatabase, openIdentityPool, type Schema } from '../../../../ground/database/index.ts';
import { createTestDatabase, type TestDatabase } from '../../../../ground/database/test-database.ts';
import { LoginGuard } from '../../../../people/identity/index.ts';
import type { Notify } from '../../../../people/notify/index.ts';
import type { StaffLetter } from '../../staff-mail.ts';
import { AuditLog } from '../../audit/index.ts';
import { Enrolment } from '../enrolment.ts';
import { FactorCheck } from '../factor-check.ts';
import { type Origin, StaffLogin } from '../staff-login.ts';
import { StaffRegister } from '../staff-register.ts';
import { StaffSecrets } from '../staff-secrets.ts';
import { StaffSessions } from '../staff-sessions.ts';
import type { StaffMember } from '../../../../ground/console-gateway/index.ts';
import { stored } from '../../../../venue/stored.ts';

export const staffPassword = 'violet kettle 9 rivers';

/** Where requests come from, unless a test says otherwise. */
export const office: Origin = { address: '192.0.2.7', network: '192.0.2.7', requestId: 'r-1' };

/** The secret key of the exchange. */
export const staffSecret = Buffer.alloc(32, 7);
const stepMs = 30_000;

/** A person who has enrolled, with everything that only they know. */
export interface EnrolledPerson {
  readonly id: number;
  readonly email: string;
  readonly appSecret: string;
  readonly recoveryCodes: readonly string[];
}

interface Mail {
  readonly to: string;
  readonly notice: StaffLetter;
}

/** Staff on a database of their own, with a clock that the test moves. */
export class StaffedDatabase {
  readonly database: TestDatabase;
  readonly db: Kysely<Schema>;
  readonly events: Readonly<Record<string, unknown>>[] = [];
  readonly mails: Mail[] = [];
  /** The number of passwords that were compared with a hash. */
  compared = 0;
  /** The number of statements on the database. */
  statements = 0;
  nowMs = 1_800_000_000_000;
  sessions: StaffSessions;
  login: StaffLogin;
  enrolment: Enrolment;
  register: StaffRegister;

  private constructor(database: TestDatabase) {
    this.database = database;
    this.db = openAppDatabase(openIdentityPool(database.settings)).withPlugin({
      transformQuery: ({ node }) => {
        this.statements += 1;
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    ({ sessions: this.sessions, login: this.login, enrolment: this.enrolment, register: this.register } = this.#open());
  }

  static async open(): Promise<StaffedDatabase> {
    const database = await createTestDatabase();
    await applyGrants(database.settings, stored.tables);
    return new StaffedDatabase(database);
  }

  /** Forgets everything that is only in memory. */
  restart(): void {
    Object.assign(this, this.#open());
  }

  async close(): Promise<void> {
    await this.db.destroy();
    await this.database.drop();
  }

  /** The one-time password of a person's app, some steps from now. */
  code(appSecret: string, steps = 0): string {
    return generateSync({ secret: appSecret, epoch: Math.floor((this.nowMs + steps * stepMs) / 1_000) });
  }

  /** Moves the clock so far that the next one-time password has not been used. */
  nextStep(): void {
    this.nowMs += 2 * stepMs;
  }

  async invite(email: string, roles: readonly OperatorRole[] = ['admin']): Promise<{ id: number; token: string }> {
    const invited = await inTransaction(this.db, (transaction) =>
      this.register.create(transaction, { email, name: email.split('@', 1)[0] ?? '', roles }, this.nowMs),
    );
    if (invited === null) throw new Error('all ids are in use');
    return invited;
  }

  /** The secret in the address for the authenticator app of an invitation. */
  async appSecretOf(token: string): Promise<string> {
    const shown = await this.enrolment.look({ token });
    if (!shown.ok) throw new Error(shown.error);
    return new URL(shown.data.uri).searchParams.get('secret') ?? '';
  }

  async enrol(token: string, appSecret: string) {
    return this.enrolment.enrol(
      { token, password: staffPassword, first_code: this.code(appSecret, -1), second_code: this.code(appSecret) },
      office,
    );
  }

  /** Invites a person and enrols them. */
  async person(email: string, roles: readonly OperatorRole[] = ['admin']): Promise<EnrolledPerson> {
    const { id, token } = await this.invite(email, roles);
    const appSecret = await this.appSecretOf(token);
    const enrolled = await this.enrol(token, appSecret);
    if (!enrolled.ok) throw new Error(enrolled.error);
    this.nextStep();
    return { id, email, appSecret, recoveryCodes: enrolled.data.recovery_codes };
  }

  /** Logs in and returns the cookie's token, or null if the login was refused. */
  async logIn(
    { email, appSecret }: Pick<EnrolledPerson, 'email' | 'appSecret'>,
    { code = this.code(appSecret), origin = office, password = staffPassword } = {},
  ): Promise<string | null> {
    let token: string | null = null;
    const answer = await this.login.logIn({ email, password, code }, origin, (cookie) => {
      token = cookie?.token ?? null;
    });
    if (!answer.ok && answer.error !== 'login_failed') throw new Error(answer.error);
    return token;
  }

  /** The member of a session, as a request from an address sees it. */
  async member(
    token: string | null,
    { address = office.address, background = false } = {},
  ): Promise<StaffMember | null> {
    return this.sessions.of(token ?? '', { address, background, nowMs: this.nowMs, requestId: 'r-2' });
  }

  /** The actions in the audit log, oldest first. */
  async actions(): Promise<string[]> {
    const rows = await this.db.selectFrom('operator_log').select('action').orderBy('id').execute();
    return rows.map(({ action }) => action);
  }

  #open() {
    const { db } = this;
    const now = (): number => this.nowMs;
    const audit = new AuditLog(db, now);
    const securityLog = {
      record: (event: string, fields: object): void => void this.events.push({ event, ...fields }),
    };
    // Real hashes would take most of the time of the tests.
    const passwords = {
      hash: (password: string) => Promise.resolve(`hash of ${password}`),
      matches: (password: string, stored: string | null) => {
        this.compared += 1;
        return Promise.resolve(stored === `hash of ${password}`);
      },
    };
    const notify = {
      messages: {
        add: (_database: unknown, { contact, content }: { contact: { address: string }; content: unknown }) => {
          this.mails.push({ to: contact.address, notice: content as StaffLetter });
          return Promise.resolve();
        },
      },
      delivery: { wake: () => undefined },
    } as unknown as Pick<Notify, 'messages' | 'delivery'>;
    const secrets = new StaffSecrets(staffSecret);
    const sessions = new StaffSessions({ db, audit, securityLog });
    return {
      sessions,
      register: new StaffRegister(secrets),
      enrolment: new Enrolment({ db, secrets, passwords, audit, securityLog, now, site: () => 'Bourse' }),
      login: new StaffLogin({
        db,
        sessions,
        passwords,
        notify,
        audit,
        securityLog,
        now,
        factors: new FactorCheck(secrets),
        guard: new LoginGuard(),
      }),
    };
  }
}
