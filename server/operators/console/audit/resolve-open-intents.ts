import type { Kysely, Transaction } from 'kysely';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { inTransaction, safeInteger, type Schema } from '../../../ground/database/index.ts';
import { indexDecisions } from '../../../trading/index-price/index.ts';
import { entryOfRow } from './audit-row.ts';
import { type AuditPort, type ExecutionResult, keepFoundAnswer } from '../../../ground/console-gateway/index.ts';
import type { With } from '../../../ground/parts.ts';

export interface ResolveParts extends With<'db' | 'identityDb'> {
  readonly audit: AuditPort;
  /** Stores the result of an approved request, in the transaction of its outcome row. */
  readonly settle: (transaction: Transaction<Schema>, approval: number, result: ExecutionResult) => Promise<void>;
  readonly log: { readonly warn: (details: object, message: string) => void };
}

/**
 * Writes the outcome of every intent that has none because the server ended in between. Must run after the journal was
 * replayed and before staff can submit commands: nothing of an earlier run can then become durable any more.
 *
 * @returns the number of intents that were open
 */
export async function resolveOpenIntents(parts: ResolveParts): Promise<number> {
  const { audit, identityDb, log, settle } = parts;
  const open = await openIntents(identityDb);
  for (const intent of open) {
    const trace = await traceOf(parts.db, intent);
    const { command, entry, id } = intent;
    const sequence = trace?.sequence ?? null;
    const carried = trace === null ? { carried_out: false } : { carried_out: true, ...trace.values };
    await inTransaction(identityDb, async (transaction) => {
      const found = { kind: 'outcome' as const, after: carried, sequence, intent: id };
      await audit.write(transaction, { ...entry, ...found });
      // A request whose command was not carried out stays ready and is tried again.
      if (trace !== null && entry.approval !== null) {
        await settle(transaction, entry.approval, { ok: true, result: null });
      }
      if (trace !== null && command.type === 'venue_transfer' && command.source === 'console') {
        await keepFoundAnswer(transaction, command.n ?? 0, trace.sequence);
      }
    });
    log.warn({ intent: id, staff: entry.staff, action: entry.action, sequence }, 'the outcome of a command was found');
  }
  return open.length;
}

interface OpenIntent {
  readonly id: number;
  readonly entry: ReturnType<typeof entryOfRow>;
  readonly command: { readonly type: string; readonly source?: string; readonly n?: number };
  /** The last durable sequence before the command was submitted. */
  readonly from: number;
  /** The same of the next intent of this person, by which this command had ended; null if it is the last. */
  readonly until: number | null;
}

async function openIntents(db: Kysely<Schema>): Promise<OpenIntent[]> {
  const rows = await db
    .selectFrom('operator_log as intent')
    .leftJoin('operator_log as outcome', 'outcome.intent_id', 'intent.id')
    .selectAll('intent')
    .select((row) =>
      row
        .selectFrom('operator_log as later')
        .select('later.after')
        .whereRef('later.operator_id', '=', 'intent.operator_id')
        .whereRef('later.id', '>', 'intent.id')
        .where('later.kind', '=', 'intent')
        .orderBy('later.id')
        .limit(1)
        .as('next'),
    )
    .where('intent.kind', '=', 'intent')
    .where('outcome.id', 'is', null)
    .orderBy('intent.id')
    .execute();
  return rows.map((row) => {
    const { command, from_sequence: from } = Submission.Parse(row.after);
    const until = row.next === null ? null : Submission.Parse(row.next).from_sequence;
    return { id: safeInteger(row.id), entry: entryOfRow(row), command, from, until };
  });
}

const Submission = Compile(
  Type.Object({
    command: Type.Object({
      type: Type.String(),
      source: Type.Optional(Type.String()),
      n: Type.Optional(Type.Integer()),
    }),
    from_sequence: Type.Integer({ minimum: 0 }),
  }),
);

interface Trace {
  readonly sequence: number;
  /** The old and new values as the exchange recorded them. */
  readonly values: { readonly before?: unknown; readonly after?: unknown };
}

/**
 * The decision that the exchange recorded for an intent; null if it carried none out. The commands of a person follow
 * one another, so a decision of theirs after the start of one command belongs to it. A transfer is booked once under
 * its number, by this command or by an earlier attempt. The exchange records no decision that changes nothing.
 */
async function traceOf(db: Kysely<Schema>, { command, entry, from, until }: OpenIntent): Promise<Trace | null> {
  if (command.type === 'venue_transfer') {
    const query = db.selectFrom('venue_transfers').select('sequence');
    const row = await query
      .where('source', '=', command.source ?? '')
      .where('n', '=', String(command.n ?? 0))
      .executeTakeFirst();
    return row === undefined ? null : { sequence: safeInteger(row.sequence), values: {} };
  }
  const operator = String(entry.staff);
  const after = String(from);
  const last = String(until ?? Number.MAX_SAFE_INTEGER);
  const row = await db
    .selectFrom('settings_log')
    .select(['sequence', 'before', 'after'])
    .where('operator', '=', operator)
    .where('sequence', '>', after)
    .where('sequence', '<=', last)
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst();
  if (row !== undefined) {
    return { sequence: safeInteger(row.sequence), values: { before: valueOf(row.before), after: valueOf(row.after) } };
  }
  if (command.type !== 'configure_index') return null;
  // A rule that waits, or no longer does, is in the log above; here are those that came into force at once.
  const rule = await indexDecisions(db)
    .select('decided_sequence')
    .where('operator_id', '=', operator)
    .where('decided_sequence', '>', after)
    .where('decided_sequence', '<=', last)
    .orderBy('decided_sequence')
    .limit(1)
    .executeTakeFirst();
  return rule === undefined ? null : { sequence: safeInteger(rule.decided_sequence), values: {} };
}

function valueOf(text: string | null): unknown {
  return text === null ? null : JSON.parse(text);
}
