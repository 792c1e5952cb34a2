import type { AuditVerification } from '@bourse/contract/console';
import { inTransaction, safeInteger } from '../../../ground/database/index.ts';
import type { Notify } from '../../../people/notify/index.ts';
import { addStaffMail, type StaffLetter, type StaffPost } from '../staff-mail.ts';
import { type AuditHead, headText, verifyAuditLog } from './verify-audit-log.ts';
import type { AuditEntry, AuditPort, StaffRoll } from '../../../ground/console-gateway/index.ts';
import type { With } from '../../../ground/parts.ts';

export interface AuditWatchParts extends With<'background' | 'identityDb' | 'now'> {
  readonly audit: AuditPort;
  readonly roll: StaffRoll;
  readonly notify: StaffPost & { readonly delivery: Pick<Notify['delivery'], 'wake'> };
  readonly log: {
    readonly info: (details: object, message: string) => void;
    readonly error: (details: object, message: string) => void;
  };
}

const dayMs = 86_400_000;
const lookEveryMs = 600_000;
const mailAction = 'audit/mail';

/** Verifies the log daily, and mails its head to the admins: the log can be rewritten, but not their mailboxes. */
export class AuditWatch {
  readonly #parts: AuditWatchParts;
  #running: Promise<AuditVerification> | null = null;
  /** The head of the last intact verification: a log that is rewritten while the server runs no longer has it. */
  #known: AuditHead | null = null;
  #last: AuditVerification | null = null;

  constructor(parts: AuditWatchParts) {
    this.#parts = parts;
    const terms = { everyMs: lookEveryMs, atOnce: true };
    parts.background.work('console: mail the head of the audit log', terms, () => this.mailDaily());
  }

  /** The last verification; null before the first one of this process. */
  get last(): AuditVerification | null {
    return this.#last;
  }

  /** Verifies the whole chain; calls at the same time share one verification. */
  async verify(): Promise<AuditVerification> {
    this.#running ??= this.#verify().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Mails the head if the last mail is a day old and there are admins to read it. */
  async mailDaily(): Promise<void> {
    const { audit, identityDb, log, notify, now, roll } = this.#parts;
    const last = await this.#lastMailMs();
    if (last !== null && now() - last < dayMs) return;
    const admins = (await roll.all()).filter(({ roles }) => roles.includes('admin')).map(({ email }) => email);
    if (admins.length === 0) return;
    const found = await this.verify();
    log.info({ head: found.head?.text ?? null, rows: found.rows }, 'the head of the audit log');
    await inTransaction(identityDb, async (transaction) => {
      await addStaffMail(transaction, notify, admins, letterOf(found), now() + 7 * dayMs);
      await audit.write(transaction, mailEntry({ head: found.head?.text ?? null, broken: found.broken, to: admins }));
    });
    notify.delivery.wake();
  }

  async #verify(): Promise<AuditVerification> {
    const { identityDb, log, now } = this.#parts;
    const { firstBroken, head, rows } = await verifyAuditLog(identityDb, this.#known);
    if (firstBroken === null) this.#known = head;
    else log.error({ row: firstBroken.id, problem: firstBroken.problem }, 'the audit log was changed');
    this.#last = {
      verified_at: now(),
      rows,
      head: head === null ? null : { id: head.id, hash: head.hash.toString('hex'), text: headText(head) },
      broken: firstBroken,
    };
    return this.#last;
  }

  async #lastMailMs(): Promise<number | null> {
    const row = await this.#parts.identityDb
      .selectFrom('operator_log')
      .select('at_ms')
      .where('action', '=', mailAction)
      .where('operator_id', 'is', null)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row === undefined ? null : safeInteger(row.at_ms);
  }
}

function letterOf({ broken, head, rows, verified_at }: AuditVerification): StaffLetter {
  const text = head?.text ?? 'none';
  const facts = [
    ['Head', text],
    ['Rows', String(rows)],
    ['Verified', new Date(verified_at).toISOString()],
  ] as const;
  const advice = [
    'Keep this message. If the audit log is rewritten later, it no longer has this head.',
    `To compare, run on the server: npm run operator -- verify ${text}`,
  ];
  if (broken === null) {
    const subject = `Audit log intact, ${rows} rows`;
    return {
      subject,
      lead: "The audit log of the operators' console was verified: no row was changed.",
      facts,
      advice,
    };
  }
  const lead = `The audit log of the operators' console was changed. The first row that is not as written is ${broken.id}.`;
  return { subject: `Audit log changed at row ${broken.id}`, lead, facts, advice };
}

function mailEntry(after: unknown): AuditEntry {
  return {
    kind: 'change',
    staff: null,
    roles: [],
    action: mailAction,
    subject: null,
    before: null,
    after,
    reasonCode: null,
    reason: null,
    sequence: null,
    approval: null,
    intent: null,
    network: null,
    requestId: null,
  };
}

declare module '../../../ground/parts.ts' {
  interface Parts {
    /** Checks the audit log, and mails its head. */
    readonly auditWatch: AuditWatch;
  }
}
