import { amount, currencyId, userId, type UserId } from '@bourse/engine';
import { attachmentNumber, type DueCommission } from '@bourse/engine/agents';
import { EachAlone } from '../../ground/background/index.ts';
import type { Core } from '../../ground/core/index.ts';
import { inTransaction, safeInteger } from '../../ground/database/index.ts';
import { unitsText } from '../../ground/feed/index.ts';
import type { With } from '../../ground/parts.ts';
import type { Commissions } from './commissions.ts';
import { commissionView } from './commission-view.ts';
import { dayText } from './wire.ts';

/** Payments that are requested at once. */
const atOnce = 50;

interface PayoutParts extends With<'identityDb' | 'notices' | 'now' | 'views'> {
  readonly core: Pick<Core, 'submit'>;
  readonly commissions: Commissions;
}

/** A payment with its number, as it is stored. */
interface Payout extends DueCommission {
  readonly n: number;
  readonly maximum: number | null;
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

  /** One round: first what an earlier one has left, then what is due, in the order of days and attachments. */
  async payDue(signal: AbortSignal): Promise<void> {
    for (const payout of await this.#unpaid()) await this.#pay(payout);
    const { views } = this.#parts;
    let due = commissionView.of(views).due();
    while (due.length > 0 && !signal.aborted) {
      const limits = await this.#limits(due);
      // The limit of an agent is used up in the order of its attachments.
      const isLimited = ({ agent, currency }: DueCommission) => limits.has(keyOf(agent, currency));
      for (const one of due.filter(isLimited).slice(0, atOnce)) {
        const { agent, currency, day } = one;
        const limit = limits.get(keyOf(agent, currency)) ?? 0;
        const paid = await this.#parts.commissions.paidOf(agent, currency, day);
        await this.#payAll([{ ...one, maximum: Math.max(0, limit - paid) }]);
      }
      // Only the oldest day of each attachment and currency: the fraction that it leaves belongs to the next.
      const unlimited = firstOfEach(due.filter((one) => !isLimited(one))).slice(0, atOnce);
      await this.#payAll(unlimited.map((one) => ({ ...one, maximum: null })));
      const left = commissionView.of(views).due();
      if (left.length >= due.length) break;
      due = left;
    }
    await this.#notice();
  }

  async #payAll(due: readonly (DueCommission & { readonly maximum: number | null })[]): Promise<void> {
    if (due.length === 0) return;
    const { identityDb, now } = this.#parts;
    const payouts = await inTransaction(identityDb, async (transaction): Promise<Payout[]> => {
      const last = await transaction
        .selectFrom('commission_payouts')
        .select(({ fn }) => fn.max<string | null>('n').as('n'))
        .executeTakeFirstOrThrow();
      const first = safeInteger(last.n ?? '0') + 1;
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
    await Promise.all(payouts.map((payout) => this.#pay(payout)));
  }

  async #pay({ attachment, currency, day, maximum, n }: Payout): Promise<void> {
    const { commissions, core, identityDb } = this.#parts;
    const limit = maximum === null ? null : amount(maximum);
    const { outcome } = await core.submit({ type: 'pay_commission', attachment, currency, day, maximum: limit, n });
    const paid = outcome.type === 'rejected' ? null : await commissions.amountOf(n);
    if (paid === null) {
      // The attachment was dropped in the meantime.
      await identityDb.deleteFrom('commission_payouts').where('n', '=', String(n)).execute();
      return;
    }
    await identityDb.updateTable('commission_payouts').set({ paid }).where('n', '=', String(n)).execute();
  }

  /** Payments whose outcome is not known. */
  async #unpaid(): Promise<Payout[]> {
    const rows = await this.#parts.identityDb
      .selectFrom('commission_payouts')
      .select(['n', 'attachment_id', 'agent_id', 'currency_id', 'day', 'maximum'])
      .where('paid', 'is', null)
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

  /** The limits of agents in the smallest unit, by agent and currency. */
  async #limits(due: readonly DueCommission[]): Promise<ReadonlyMap<string, number>> {
    const agents = [...new Set(due.map(({ agent }) => String(agent)))];
    const rows = await this.#parts.identityDb
      .selectFrom('agent_limits')
      .selectAll()
      .where('agent_id', 'in', agents)
      .execute();
    return new Map(
      rows.map((row) => [keyOf(safeInteger(row.agent_id), row.currency_id), safeInteger(row.amount)] as const),
    );
  }

  /** One notice to an agent for each day and currency that are paid completely. */
  async #notice(): Promise<void> {
    const { identityDb, notices, views } = this.#parts;
    const open = commissionView.of(views).due();
    const rows = await identityDb
      .selectFrom('commission_payouts')
      .select(['agent_id', 'currency_id', 'day'])
      .distinct()
      .where('noticed', '=', false)
      .orderBy('day')
      .limit(atOnce * 10)
      .execute();
    const alone = new EachAlone();
    for (const row of rows) {
      const agent = userId(safeInteger(row.agent_id));
      const isSame = (one: DueCommission) => keyOf(one.agent, one.currency) === keyOf(agent, row.currency_id);
      if (open.some((one) => isSame(one) && one.day === row.day)) continue;
      await alone.attempt(async () => {
        const send = await inTransaction(identityDb, async (transaction) => {
          const noticed = await transaction
            .updateTable('commission_payouts')
            .set({ noticed: true })
            .where('agent_id', '=', row.agent_id)
            .where('currency_id', '=', row.currency_id)
            .where('day', '=', row.day)
            .where('noticed', '=', false)
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
    alone.end();
  }
}

function keyOf(agent: number | UserId, currency: number): string {
  return `${agent} ${currency}`;
}

function firstOfEach(due: readonly DueCommission[]): DueCommission[] {
  const seen = new Set<string>();
  return due.filter(({ attachment, currency }) => {
    const key = `${attachment} ${currency}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
