import type { AppealCause, AppealFinding } from '@bourse/contract/p2p';
import type { Kysely, Selectable, Transaction } from 'kysely';
import { safeInteger, type Schema } from '../../../../ground/database/index.ts';
import type { SecretBox } from '../../../../ground/secrets/index.ts';
import type { AppealOpener, AppealOutcome, P2pAppealsTable } from '../tables.ts';

type Database = Kysely<Schema> | Transaction<Schema>;

/** An appeal about an order. */
export interface Appeal {
  readonly id: number;
  readonly order: number;
  /** The command that opened it; 0 if its order had been cancelled, and no escrow waits for it. */
  readonly sequence: number;
  readonly openedBy: AppealOpener;
  readonly reason: AppealCause;
  readonly openedAtMs: number;
  readonly answerUntilMs: number;
  readonly decideUntilMs: number;
  readonly version: number;
  readonly takenBy: number | null;
  readonly takenUntilMs: number;
  readonly resolution: 'release' | 'refund' | null;
  readonly finding: AppealFinding | null;
  readonly words: string;
  readonly decidedBy: number | null;
  readonly decidedAtMs: number | null;
  readonly outcome: AppealOutcome | null;
  readonly endedAtMs: number | null;
  readonly reviewedBy: number | null;
  readonly reviewedAtMs: number | null;
}

/** A text and images of a side. */
export interface Evidence {
  readonly n: number;
  readonly author: 'buyer' | 'seller';
  readonly content: string;
  readonly images: readonly string[];
  readonly createdAtMs: number;
}

export function appealOf(row: Selectable<P2pAppealsTable>): Appeal {
  const time = (value: string | null): number | null => (value === null ? null : safeInteger(value));
  return {
    id: safeInteger(row.id),
    order: safeInteger(row.order_id),
    sequence: time(row.sequence) ?? 0,
    openedBy: row.opened_by,
    reason: row.reason,
    openedAtMs: safeInteger(row.opened_at),
    answerUntilMs: safeInteger(row.answer_until),
    decideUntilMs: safeInteger(row.decide_until),
    version: row.version,
    takenBy: row.taken_by,
    takenUntilMs: safeInteger(row.taken_until),
    resolution: row.resolution,
    finding: row.finding,
    words: row.words,
    decidedBy: row.decided_by,
    decidedAtMs: time(row.decided_at),
    outcome: row.outcome,
    endedAtMs: time(row.ended_at),
    reviewedBy: row.reviewed_by,
    reviewedAtMs: time(row.reviewed_at),
  };
}

/** The appeals of an order, the oldest first. Those whose opening is not known to have taken effect are left out. */
export async function appealsOf(db: Database, order: number): Promise<readonly Appeal[]> {
  const rows = await db
    .selectFrom('p2p_appeals')
    .selectAll()
    .where('order_id', '=', String(order))
    .where('sequence', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map(appealOf);
}

/** The open appeal of an order, locked until the transaction ends; null if there is none. */
export async function lockOpenAppeal(transaction: Transaction<Schema>, order: number): Promise<Appeal | null> {
  const row = await transaction
    .selectFrom('p2p_appeals')
    .selectAll()
    .where('order_id', '=', String(order))
    .where('sequence', 'is not', null)
    .where('outcome', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? null : appealOf(row);
}

/** The evidence of an appeal, the oldest first. Its number is limited when it is added. */
export async function evidenceOf(db: Database, box: SecretBox, appeal: number): Promise<readonly Evidence[]> {
  const rows = await db
    .selectFrom('p2p_evidence')
    .selectAll()
    .where('appeal_id', '=', String(appeal))
    .orderBy('n')
    .execute();
  return rows.map((row) => {
    const content = box.open(row.sealed, placeOfEvidence(appeal, row.n));
    if (content === null) throw new Error(`evidence ${row.n} of appeal ${appeal} cannot be opened`);
    const { author, images, n } = row;
    return { n, author, content, images, createdAtMs: safeInteger(row.created_at) };
  });
}

interface NewEvidence {
  readonly author: 'buyer' | 'seller';
  readonly content: string;
  readonly images: readonly string[];
  readonly atMs: number;
}

export async function addEvidence(
  transaction: Transaction<Schema>,
  box: SecretBox,
  appeal: number,
  n: number,
  { atMs, author, content, images }: NewEvidence,
): Promise<void> {
  const sealed = box.seal(content, placeOfEvidence(appeal, n));
  await transaction
    .insertInto('p2p_evidence')
    .values({ appeal_id: appeal, n, author, sealed, images: [...images], created_at: atMs })
    .execute();
}

function placeOfEvidence(appeal: number, n: number): string {
  return `appeal ${appeal} evidence ${n}`;
}
