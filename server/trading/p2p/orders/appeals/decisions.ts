import { userId } from '@bourse/engine';
import { escrowNumber } from '@bourse/engine/escrow';
import type { Work } from '../../../../ground/background/index.ts';
import { inTransaction, safeInteger } from '../../../../ground/database/index.ts';
import type { OrderParts } from '../order-parts.ts';
import { voucherOf } from '../vouchers.ts';
import { type Appeal, appealOf } from './appeal-store.ts';
import { carryOutRestrictions, operatorOf } from './restrictions.ts';

type DecisionParts = Pick<
  OrderParts,
  'background' | 'core' | 'db' | 'demo' | 'identityDb' | 'log' | 'now' | 'reader' | 'settings' | 'shop' | 'views'
>;

const everyMs = 2_000;
const perRound = 50;

/** The reason of a decision of the demo, which both sides read. */
const demoWords = {
  release: 'The demo decides in place of staff: a voucher was filed in time, so the coins are released to the buyer.',
  refund: 'The demo decides in place of staff: there is no voucher, so the coins are returned to the seller of them.',
  late: 'The demo decides in place of staff: no real money was paid too late, so the coins stay with the seller.',
};

/**
 * Carries out what was decided about appeals, until the outcome is known: the coins, and the restrictions that follow
 * from a finding. A demo decides about its own merchants itself, unless staff have taken the appeal.
 */
export class Decisions {
  readonly #parts: DecisionParts;
  readonly #work: Work;

  constructor(parts: DecisionParts) {
    this.#parts = parts;
    this.#work = parts.background.work('p2p: carry out decisions', { everyMs, atOnce: true }, () => this.#round());
  }

  /** Carries out what is stored now. */
  async run(): Promise<void> {
    await this.#work.run();
  }

  async #round(): Promise<void> {
    if (this.#parts.demo) await this.#decideInDemo();
    for (const appeal of await this.#decided()) await this.#resolve(appeal);
    await carryOutRestrictions(this.#parts);
  }

  async #decided(): Promise<readonly Appeal[]> {
    const rows = await this.#parts.identityDb
      .selectFrom('p2p_appeals')
      .selectAll()
      .where('sequence', '>', '0')
      .where('outcome', 'is', null)
      .where('resolution', 'is not', null)
      .orderBy('id')
      .limit(perRound)
      .execute();
    return rows.map(appealOf);
  }

  /** A side that has given in meanwhile has ended the escrow; what follows from that ends the appeal. */
  async #resolve({ decidedBy, order, resolution }: Appeal): Promise<void> {
    if (resolution === null) return;
    const operator = operatorOf(decidedBy);
    const n = escrowNumber(order);
    const command = { type: 'resolve_escrow', n, resolution, operator, cause: 'appeal' } as const;
    const { outcome } = await this.#parts.core.submit(command);
    if (outcome.type !== 'rejected' || outcome.rejection.reason === 'escrow_ended') return;
    this.#parts.log.error({ order, ...outcome.rejection }, 'a decision about an appeal cannot be carried out');
  }

  async #decideInDemo(): Promise<void> {
    const { identityDb, now, settings } = this.#parts;
    if (settings.demo_appeal_seconds === 0) return;
    const rows = await identityDb
      .selectFrom('p2p_appeals')
      .innerJoin('p2p_orders', 'p2p_orders.id', 'p2p_appeals.order_id')
      .selectAll('p2p_appeals')
      .select(['p2p_orders.maker_id'])
      .where('sequence', 'is not', null)
      .where('outcome', 'is', null)
      .where('resolution', 'is', null)
      .where('taken_by', 'is', null)
      .where('opened_at', '<=', String(now() - settings.demo_appeal_seconds * 1_000))
      .orderBy('p2p_appeals.id')
      .limit(perRound)
      .execute();
    for (const row of rows) {
      if (this.#parts.shop.isDemoMerchant(userId(safeInteger(row.maker_id)))) await this.#decide(appealOf(row));
    }
  }

  async #decide({ id, order, sequence, version }: Appeal): Promise<void> {
    const { identityDb, now, reader } = this.#parts;
    const found = await reader.find(order);
    if (found === null) return;
    const { voucher } = found.record;
    const hasPaid = voucher !== null && (await voucherOf(identityDb, found.order.previous ?? order, voucher)) !== null;
    const isLate = sequence === 0;
    const resolution = hasPaid && !isLate ? 'release' : 'refund';
    const atMs = now();
    await inTransaction(identityDb, async (transaction) => {
      await transaction
        .updateTable('p2p_appeals')
        .set({
          resolution,
          finding: 'mistake',
          words: demoWords[isLate ? 'late' : resolution],
          decided_at: atMs,
          version: version + 1,
          // No escrow waits for the decision about a cancelled order.
          ...(isLate ? { outcome: 'refunded' as const, ended_at: atMs } : {}),
        })
        .where('id', '=', String(id))
        .where('version', '=', version)
        .where('taken_by', 'is', null)
        .where('outcome', 'is', null)
        .execute();
    });
  }
}
