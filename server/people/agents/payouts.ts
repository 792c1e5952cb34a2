import { amount, currencyId, userId, type UserId } from '@bourse/engine';
import { type AttachmentNumber, attachmentNumber, type DueCommission } from '@bourse/engine/agents';
import { EachAlone } from '../../ground/background/index.ts';
import type { Core } from '../../ground/core/index.ts';
import { inTransaction, safeInteger } from '../../ground/database/index.ts';
import { unitsText } from '../../ground/feed/index.ts';
import type { With } from '../../ground/parts.ts';
import type { Notices } from '../alerts/index.ts';
import type { Commissions } from './commissions.ts';
import { commissionView } from './commission-view.ts';
import { AgentLimits } from './limits.ts';
import { dayText } from './wire.ts';

/** Payments that are requested at once. */
const atOnce = 50;

interface PayoutParts extends With<'identityDb' | 'now' | 'views'> {
  readonly notices: Pick<Notices, 'write'>;
  readonly core: Pick<Core, 'submit'>;
  readonly commissions: Commissions;
}

/** A payment with its number, as it is stored. */
interface Payout extends DueCommission {
  readonly n: number;
  readonly maximum: number | null;
}

type Requested = Omit<Payout, 'n'>;

/** A round of payments. */
interface Round {
  readonly signal: AbortSignal;
  readonly alone: EachAlone;
  /** Agents and currencies, or currencies alone, that have an earlier payment without an outcome. */
  readonly waiting: Set<string>;
}

/**
 * Pays the commission of days that are over. Each payment is a row first, whose number its command has; a command
 * without a known outcome is repeated, and the exchange carries out each number once.
 */
export class Payouts {
  readonly #parts: PayoutParts;

  constructor(parts: PayoutParts) {
    this.#parts = parts;
  }

  /**
   * One round: first what an earlier one has left, then what is due, in the order of days and attachments. A payment
   * that fails, or that the venue's fees do not cover, holds back those after it of the same agent and currency, or of
   * the same currency; it is repeated in the next round.
   *
   * @param except attachments that must not be paid
   */
  async payDue(signal: AbortSignal, except: ReadonlySet<AttachmentNumber> = new Set()): Promise<void> {
    const round: Round = { signal, alone: new EachAlone(), waiting: new Set() };
    for (const payout of await this.#unpaid()) {
      if (except.has(payout.attachment)) round.waiting.add(keyOf(payout));
      else if (isReady(round, payout)) await this.#pay(round, payout);
    }
    const due = commissionView
      .of(this.#parts.views)
      .due()
      .filter(({ attachment }) => !except.has(attachment));
    const agents = due.map(({ agent }) => agent);
    const limits = await AgentLimits.of(this.#parts.identityDb, agents);
    for (const ofDay of groupsBy(due, ({ day }) => String(day))) {
      if (signal.aborted) return;
      await this.#payDay(round, ofDay, limits);
    }
    await this.#notice(round);
    round.alone.end();
  }

  /** Pays one day. No attachment has two payments of a currency in it, so that those without a limit have no order. */
  async #payDay(round: Round, due: readonly DueCommission[], limits: AgentLimits): Promise<void> {
    const limitOf = ({ agent, currency, day }: DueCommission) => limits.find(agent, currency, day);
    const free = due.filter((one) => limitOf(one) === null);
    for (const some of chunksOf(free)) {
      if (round.signal.aborted) return;
      await this.#payAll(
        round,
        some.map((one) => ({ ...one, maximum: null })),
      );
    }
    const limited = due.filter((one) => limitOf(one) !== null);
    for (const some of chunksOf(groupsBy(limited, keyOf))) await this.#payLimited(round, some, limits);
  }

  /** Pays agents and currencies side by side. The limit of each is used up in the order of its attachments. */
  async #payLimited(round: Round, groups: readonly (readonly DueCommission[])[], limits: AgentLimits): Promise<void> {
    const left = new Map<string, number>();
    for (const { agent, currency, day } of groups.flatMap((own) => own.slice(0, 1))) {
      const limit = limits.find(agent, currency, day) ?? 0;
      const paid = await this.#parts.commissions.paidOf(agent, currency, day);
      left.set(keyOf({ agent, currency }), Math.max(0, limit - paid));
    }
    const longest = Math.max(...groups.map((own) => own.length));
    for (let at = 0; at < longest && !round.signal.aborted; at += 1) {
      const next = groups.flatMap((own) => own.slice(at, at + 1));
      const paid = await this.#payAll(
        round,
        next.map((one) => ({ ...one, maximum: left.get(keyOf(one)) ?? 0 })),
      );
      for (const [key, units] of paid) left.set(key, Math.max(0, (left.get(key) ?? 0) - units));
    }
  }

  /** Returns what was paid to agents by currency, at most one payment of each. */
  async #payAll(round: Round, due: readonly Requested[]): Promise<readonly (readonly [string, number])[]> {
    const ready = due.filter((one) => isReady(round, one));
    if (ready.length === 0) return [];
    const numbered = await this.#store(ready);
    const paid = await Promise.allSettled(
      numbered.map(async (payout) => [keyOf(payout), await this.#pay(round, payout)] as const),
    );
    return paid.map((one) => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    });
  }

  /** Stores payments under the next numbers, which are above those of all others, also of those that are void. */
  async #store(due: readonly Requested[]): Promise<Payout[]> {
    const { commissions, identityDb, now } = this.#parts;
    const lastPaid = await commissions.lastNumber();
    return inTransaction(identityDb, async (transaction): Promise<Payout[]> => {
      const last = await transaction
        .selectFrom('commission_payouts')
        .select(({ fn }) => fn.max<string | null>('n').as('n'))
        .executeTakeFirstOrThrow();
      const first = Math.max(lastPaid, safeInteger(last.n ?? '0')) + 1;
      const numbered = due.map((one, at) => ({ ...one, n: first + at }));
      await transaction
        .insertInto('commission_payouts')
        .values(
          numbered.map(({ agent, attachment, currency, day, maximum, n }) => ({
            n,
            attachment_id: attachment,
            agent_id: agent,
            currency_id: currency,
            day,
            maximum,
            created_at: now(),
          })),
        )
        .execute();
      return numbered;
    });
  }

  /** Pays one. Returns the amount; 0 if it waits or cannot be paid. */
  async #pay(round: Round, payout: Payout): Promise<number> {
    let paid = 0;
    await round.alone.attempt(async () => {
      try {
        paid = await this.#submit(round, payout);
      } catch (error) {
        round.waiting.add(keyOf(payout));
        throw error;
      }
    });
    return paid;
  }

  async #submit(round: Round, payout: Payout): Promise<number> {
    const { commissions, core, identityDb } = this.#parts;
    const { attachment, currency, day, maximum, n } = payout;
    const limit = maximum === null ? null : amount(maximum);
    const { outcome } = await core.submit({ type: 'pay_commission', attachment, currency, day, maximum: limit, n });
    if (outcome.type === 'rejected' && outcome.rejection.reason === 'fees_short') {
      round.waiting.add(String(currency));
      return 0;
    }
    const paid = outcome.type === 'rejected' ? null : await commissions.find(n);
    const isOwn = paid?.attachment === attachment && paid.currency === currency && paid.day === day;
    if (paid === null || !isOwn) {
      // The commission was dropped in the meantime, or a lost row had this number: what is due gets another one.
      await identityDb
        .updateTable('commission_payouts')
        .set({ void: true })
        .where('n', '=', String(n))
        .where('paid', 'is', null)
        .execute();
      return 0;
    }
    await inTransaction(identityDb, (transaction) => commissions.record(transaction, paid));
    return paid.amount;
  }

  /** Payments whose outcome is not known. */
  async #unpaid(): Promise<Payout[]> {
    const rows = await this.#parts.identityDb
      .selectFrom('commission_payouts')
      .select(['n', 'attachment_id', 'agent_id', 'currency_id', 'day', 'maximum'])
      .where('paid', 'is', null)
      .where('void', '=', false)
      .orderBy('n')
      .execute();
    return rows.map((row) => ({
      n: safeInteger(row.n),
      attachment: attachmentNumber(safeInteger(row.attachment_id)),
      agent: userId(safeInteger(row.agent_id)),
      currency: currencyId(row.currency_id),
      day: row.day,
      maximum: row.maximum === null ? null : safeInteger(row.maximum),
    }));
  }

  /** One notice to an agent for each day and currency that are paid completely. */
  async #notice({ alone }: Round): Promise<void> {
    const { identityDb, notices, views } = this.#parts;
    const due = commissionView.of(views).due();
    const open = new Set(due.map((one) => `${keyOf(one)} ${one.day}`));
    const rows = await identityDb
      .selectFrom('commission_payouts')
      .select(['agent_id', 'currency_id', 'day'])
      .distinct()
      .where('noticed', '=', false)
      .where('void', '=', false)
      .orderBy('day')
      .limit(atOnce * 10)
      .execute();
    for (const row of rows) {
      const agent = userId(safeInteger(row.agent_id));
      if (open.has(`${keyOf({ agent, currency: row.currency_id })} ${row.day}`)) continue;
      await alone.attempt(async () => {
        const send = await inTransaction(identityDb, async (transaction) => {
          const noticed = await transaction
            .updateTable('commission_payouts')
            .set({ noticed: true })
            .where('agent_id', '=', row.agent_id)
            .where('currency_id', '=', row.currency_id)
            .where('day', '=', row.day)
            .where('noticed', '=', false)
            .where('void', '=', false)
            .returning('paid')
            .execute();
          const paid = noticed.reduce((sum, one) => sum + safeInteger(one.paid ?? '0'), 0);
          if (paid === 0) return null;
          const currency = views.listings.currency(currencyId(row.currency_id));
          const figures = { amount: unitsText(currency, paid), currency: currency.code, day: dayText(row.day) };
          return notices.write(transaction, agent, 'commission_paid', figures);
        });
        send?.();
      });
    }
  }
}

/** Whether no earlier payment holds this one back. */
function isReady({ waiting }: Round, due: DueCommission): boolean {
  return !waiting.has(keyOf(due)) && !waiting.has(String(due.currency));
}

function keyOf({ agent, currency }: { readonly agent: UserId; readonly currency: number }): string {
  return `${agent} ${currency}`;
}

function chunksOf<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / atOnce) }, (_, at) =>
    items.slice(at * atOnce, (at + 1) * atOnce),
  );
}

/** The items with equal keys, in the order of the first of them. */
function groupsBy<Item>(items: readonly Item[], keyOfItem: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOfItem(item));
    if (group === undefined) groups.set(keyOfItem(item), [item]);
    else group.push(item);
  }
  return [...groups.values()];
}
