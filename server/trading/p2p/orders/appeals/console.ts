import { type ConsoleInput, type ConsoleOutput, p2pCalls } from '@bourse/contract/console';
import { type AppealFinding, legalStatus, p2pLimits } from '@bourse/contract/p2p';
import { countWords } from '@bourse/contract/support';
import type { With } from '../../../../ground/parts.ts';
import {
  type ChangeContext,
  changed,
  type ConsoleRefused,
  refusal,
  type StaffRoll,
} from '../../../../ground/console-gateway/index.ts';
import type { OrderParts } from '../order-parts.ts';
import type { Order } from '../stored-order.ts';
import { type Appeal, appealOf, appealsOf } from './appeal-store.ts';
import type { Decisions } from './decisions.ts';
import { noteRestriction, restrictedBy, reviewRestrictions } from './restrictions.ts';

/** How long an appeal is reserved for the member of staff who takes it. */
const takenForMs = 15 * 60_000;
const dayMs = 86_400_000;
/** The fewest words of a decision. */
const minWords = 10;
const dollar = 10n ** 8n;

export interface AppealConsoleParts extends Pick<OrderParts, 'chat' | 'settings' | 'store' | 'woken'>, With<'console'> {
  readonly roll: Pick<StaffRoll, 'names'>;
  readonly decisions: Decisions;
}

/** An order and its appeal, both locked. */
interface Locked {
  readonly order: Order;
  readonly appeal: Appeal;
}

type Undecided = ConsoleRefused<'appeal_unknown' | 'appeal_ended' | 'appeal_taken' | 'changed_meanwhile'>;

/** Serves the work of staff on appeals. */
export function registerAppealConsole(parts: AppealConsoleParts): void {
  const { chat, console, decisions, settings, store, woken } = parts;

  console.change(p2pCalls.takeP2pAppeal, async (input, context) => {
    const found = await lockUndecided(parts, input, context);
    if ('error' in found) return found;
    const { by, now: atMs, transaction } = context;
    const version = found.appeal.version + 1;
    await transaction
      .updateTable('p2p_appeals')
      .set({ taken_by: by.id, taken_until: atMs + takenForMs, version })
      .where('id', '=', String(found.appeal.id))
      .execute();
    const before = { taken_by: found.appeal.takenBy };
    return changed({ version }, { subject: subjectOf(input.id), before, after: { taken_by: by.id } });
  });

  console.change(p2pCalls.sayInP2pAppeal, async ({ id, text }, context) => {
    const found = await lockUndecided(parts, { id, version: null }, context);
    if ('error' in found) return found;
    const { by, committed, now: atMs, transaction } = context;
    const content = { text: text.trim() };
    const message = await chat.add(transaction, id, { author: by.id, kind: 'support', atMs, content });
    committed(() => chat.announce(found.order, message));
    return changed(null, { subject: subjectOf(id), before: null, after: { said: content.text } });
  });

  console.change(
    p2pCalls.resolveP2pAppeal,
    async (input, context) => {
      const found = await lockUndecided(parts, input, context);
      if ('error' in found) return found;
      const refused = refusalOfDecision(found, input, context);
      if (refused !== null) return refused;
      return resolve(found, input, context);
    },
    {
      needsSecond: async ({ id }) => {
        const order = await store.find(id);
        return order !== null && order.usd > BigInt(settings.p2p_four_eyes_usd) * dollar;
      },
    },
  );

  console.change(p2pCalls.reviewP2pAppeal, async (input, context) => {
    const { by, committed, now: atMs, transaction } = context;
    const order = await store.lock(transaction, input.id);
    const appeal = order === null ? undefined : (await appealsOf(transaction, order.id)).at(-1);
    if (order === null || appeal === undefined) return refusal('appeal_unknown');
    if (appeal.version !== input.version) return refusal('changed_meanwhile');
    if (appeal.outcome !== 'released' && appeal.outcome !== 'refunded') return refusal('appeal_open');
    if (appeal.reviewedAtMs !== null) return refusal('appeal_reviewed');
    if ((reviewUntil(appeal) ?? 0) <= atMs) return refusal('review_over');
    if (appeal.decidedBy === by.id) return refusal('own_decision');
    const words = countWords(input.words);
    if (words < minWords) return refusal('words_too_few', { minimum: minWords, words });
    const version = appeal.version + 1;
    await transaction
      .updateTable('p2p_appeals')
      .set({
        finding: input.finding,
        words: input.words.trim(),
        reviewed_by: by.id,
        reviewed_at: atMs,
        version,
      })
      .where('id', '=', String(appeal.id))
      .execute();
    const { finding, lift } = input;
    await reviewRestrictions(transaction, { appeal: appeal.id, order, finding, lift, by: by.id });
    committed(() => decisions.run());
    const before = { finding: appeal.finding, words: appeal.words };
    const after = { finding, words: input.words.trim(), lift };
    return changed({ version }, { subject: subjectOf(input.id), before, after });
  });

  function refusalOfDecision(
    { appeal }: Locked,
    { finding, outcome, words: text }: ConsoleInput<typeof p2pCalls.resolveP2pAppeal>,
    { approval, by, now: atMs }: ChangeContext,
  ) {
    // A second person may approve a decision long after it was requested; its version says that nothing has changed.
    const isTaken = appeal.takenBy === by.id && (approval !== null || appeal.takenUntilMs > atMs);
    if (!isTaken) return refusal('appeal_not_taken');
    const words = countWords(text);
    if (words < minWords) return refusal('words_too_few', { minimum: minWords, words });
    // Without an escrow, either side can be wrong, but there is nothing to release.
    const isContradicted = appeal.sequence === 0 ? outcome === 'release' : contradicts(finding, outcome);
    return isContradicted ? refusal('finding_contradicts') : null;
  }

  async function resolve(
    { appeal, order }: Locked,
    { finding, id, outcome, words }: ConsoleInput<typeof p2pCalls.resolveP2pAppeal>,
    { by, committed, now: atMs, transaction }: ChangeContext,
  ) {
    const version = appeal.version + 1;
    const restricts = restrictedBy(order, finding);
    // No escrow waits for the decision about a cancelled order.
    const end = appeal.sequence === 0 ? { outcome: 'refunded' as const, ended_at: atMs } : {};
    await transaction
      .updateTable('p2p_appeals')
      .set({
        resolution: outcome,
        finding,
        words: words.trim(),
        decided_by: by.id,
        decided_at: atMs,
        version,
        ...end,
      })
      .where('id', '=', String(appeal.id))
      .execute();
    if (appeal.sequence === 0) await noteRestriction(transaction, { appeal: appeal.id, order, finding, by: by.id });
    committed(async () => {
      woken();
      await decisions.run();
    });
    const status = outcome === 'release' ? legalStatus.completed : legalStatus.cancelled;
    const after = { outcome, finding, words: words.trim(), restricts };
    const data: NonNullable<ConsoleOutput<typeof p2pCalls.resolveP2pAppeal>['result']> = { status, version };
    return changed(data, { subject: subjectOf(id), before: { reason: appeal.reason }, after });
  }

  // Both sides of an order are owners: no one of staff works on own affairs.
  console.owns('p2p_order', async (any, id) => {
    const row = await any
      .selectFrom('p2p_orders')
      .select(['buyer_id', 'seller_id'])
      .where('id', '=', String(id))
      .executeTakeFirst();
    return row === undefined ? null : [row.buyer_id, row.seller_id];
  });
}

/** Locks an order and its open appeal, on which this member of staff may work, in the version that was seen. */
async function lockUndecided(
  { roll, store }: AppealConsoleParts,
  { id, version }: { readonly id: number; readonly version: number | null },
  { by, now: atMs, transaction }: ChangeContext,
): Promise<Locked | Undecided> {
  const order = await store.lock(transaction, id);
  if (order === null) return refusal('appeal_unknown');
  const row = await transaction
    .selectFrom('p2p_appeals')
    .selectAll()
    .where('order_id', '=', String(id))
    .where('sequence', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return refusal('appeal_unknown');
  const appeal = appealOf(row);
  if (appeal.outcome !== null) return refusal('appeal_ended', { outcome: appeal.outcome });
  // It is carried out.
  if (appeal.resolution !== null) return refusal('changed_meanwhile');
  if (version !== null && appeal.version !== version) return refusal('changed_meanwhile');
  if (appeal.takenBy === null || appeal.takenBy === by.id || appeal.takenUntilMs <= atMs) return { order, appeal };
  return refusal('appeal_taken', { by: (await roll.names(transaction)).get(appeal.takenBy) ?? String(appeal.takenBy) });
}

function subjectOf(id: number) {
  return { kind: 'p2p_order', id: String(id) };
}

/** Whether a finding cannot lead to an outcome. */
function contradicts(finding: AppealFinding, outcome: 'release' | 'refund'): boolean {
  return finding === (outcome === 'release' ? 'not_paid' : 'not_released');
}

/** Until when the decision about an appeal can be reviewed; null if it cannot. */
export function reviewUntil({ endedAtMs, outcome, reviewedAtMs }: Appeal): number | null {
  if (endedAtMs === null || reviewedAtMs !== null) return null;
  return outcome === 'released' || outcome === 'refunded' ? endedAtMs + p2pLimits.chatDays * dayMs : null;
}
