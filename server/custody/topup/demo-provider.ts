import type { IncomingHttpHeaders } from 'node:http';
import type { DemoDecision, DemoTopup } from '@bourse/contract/topup';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { chainAmount } from '../chains/index.ts';
import { EachAlone, NextDue } from '../../ground/background/index.ts';
import { safeInteger } from '../../ground/database/index.ts';
import { type Currency, unitsText, type Views } from '../../ground/feed/index.ts';
import type { SecretBox } from '../../ground/secrets/index.ts';
import { indexPrices } from '../../trading/index-price/index.ts';
import { decimalText } from './dollars.ts';
import type { Bought, Offer, OnRamp, OpenedOrder, Report } from './on-ramp.ts';
import { isSigned, signReport } from './signature.ts';
import { findTopup } from './store.ts';
import type { StoredTopup } from './topup.ts';
import type { WebhookStatus } from './webhook.ts';
import { fiat } from './wire.ts';
import type { With } from '../../ground/parts.ts';

/** The chain of a demo, which pays what its cards buy. */
export interface CardPayer {
  payCard(payment: { readonly address: string; readonly asset: string; readonly amount: bigint }): Promise<void>;
}

/** The provider's part of an amount, in parts per million. */
const feePpm = 35_000n;

/** A payment that failed is tried again after this time. */
export const demoEveryMs = 5_000;

const header = 'x-signature';
const place = 'order of a demo';

const ReportBody = Compile(
  Type.Object({
    id: Type.String({ minLength: 1, maxLength: 100 }),
    order: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    status: Type.Enum(['paid', 'declined', 'expired', 'charged_back']),
  }),
);

interface DemoParts extends With<'boxFor' | 'chains' | 'db' | 'now' | 'views'> {
  readonly payer: CardPayer;
}

/**
 * The provider of a demo: no card is charged. Its page decides about an order; then it reports as real providers do,
 * with a signature and to the same place, and pays the coins on the demo chain.
 */
export class DemoProvider implements OnRamp {
  readonly name = 'demo';
  readonly isDemo = true;
  readonly closesOrders = true;
  readonly #parts: DemoParts;
  readonly #box: SecretBox;
  readonly #key: string;

  constructor(parts: DemoParts) {
    this.#parts = parts;
    this.#box = parts.boxFor('demo card provider');
    this.#key = this.#box.hash(['reports']).toString('hex');
  }

  sells(currency: Currency): boolean {
    return priceOf(this.#parts.views, currency) !== undefined;
  }

  quote({ cents, currency }: Bought): Promise<Offer | null> {
    const price = priceOf(this.#parts.views, currency);
    if (price === undefined || price === null) return Promise.resolve(null);
    const feeCents = Number((BigInt(cents) * feePpm + 999_999n) / 1_000_000n);
    const units =
      (BigInt(cents - feeCents) * 10n ** BigInt(currency.decimals + price.decimals)) / (100n * BigInt(price.price));
    return Promise.resolve(units > BigInt(Number.MAX_SAFE_INTEGER) ? null : { units: Number(units), feeCents });
  }

  open({ id }: OpenedOrder): Promise<string> {
    return Promise.resolve(`/demo/card?order=${this.#box.seal(String(id), place).toString('base64url')}`);
  }

  read(headers: IncomingHttpHeaders, body: Buffer, nowMs: number): Report | 'forged' | 'ignored' {
    if (!isSigned(headers[header], { body, field: 'v1', key: this.#key, nowMs })) return 'forged';
    const report = readJson(body);
    return ReportBody.Check(report) ? { eventId: report.id, order: report.order, status: report.status } : 'ignored';
  }

  /** The order that the address of the page names; null if there is none. */
  async find(order: string): Promise<StoredTopup | null> {
    const id = this.#box.open(Buffer.from(order, 'base64url'), place);
    const topup = id === null ? null : await findTopup(this.#parts.db, Number(id));
    return topup?.provider === this.name ? topup : null;
  }

  /** An order as the page shows it. */
  async shown(topup: StoredTopup): Promise<DemoTopup> {
    const currency = this.#parts.views.listings.currency(topup.currency);
    const decided = await this.#parts.db
      .selectFrom('demo_topups')
      .select('decision')
      .where('topup_id', '=', String(topup.id))
      .executeTakeFirst();
    return {
      fiat,
      amount: decimalText(topup.cents),
      currency_code: currency.code,
      number: unitsText(currency, topup.units),
      address: topup.address ?? '',
      decision: decided?.decision ?? null,
    };
  }

  /** Decides about an order, once; false if it was decided before or its time is over. */
  async decide({ address, expiresAtMs, id }: StoredTopup, decision: DemoDecision): Promise<boolean> {
    const { db, now } = this.#parts;
    if (address === null || expiresAtMs <= now()) return false;
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('demo_topups')
      .values({ topup_id: id, decision, done: decision === 'lapse', decided_at: now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }

  /**
   * Reports what was decided, and pays what was approved: each once, also over crashes. An approved order is done when
   * its coins are recorded as a deposit, because a payment is lost with the chain's process before it is in a block.
   */
  async work(receive: (headers: IncomingHttpHeaders, body: Buffer) => Promise<WebhookStatus>): Promise<NextDue> {
    const { db, now } = this.#parts;
    const open = await db.selectFrom('demo_topups').selectAll().where('done', '=', false).orderBy('topup_id').execute();
    const alone = new EachAlone();
    for (const { decision, topup_id } of open) {
      await alone.attempt(async () => {
        const topup = await findTopup(db, safeInteger(topup_id));
        if (topup === null) return;
        const status = decision === 'approve' ? 'paid' : 'declined';
        const body = Buffer.from(JSON.stringify({ id: `demo-${topup.id}-${status}`, order: topup.id, status }));
        const answer = await receive({ [header]: signReport(this.#key, body, now(), 'v1') }, body);
        if (answer !== 200) throw new Error(`A report of the demo's provider was answered ${answer}.`);
        if (decision === 'approve' && !(await this.#isDelivered(topup))) return this.#pay(topup);
        await db.updateTable('demo_topups').set({ done: true }).where('topup_id', '=', topup_id).execute();
      });
    }
    alone.end();
    return new NextDue(demoEveryMs);
  }

  /** Whether a deposit has the coins of an order. Less, or another currency, was paid by someone else. */
  async #isDelivered({ address, chain, protocol, units }: StoredTopup): Promise<boolean> {
    if (address === null) return false;
    const found = await this.#parts.db
      .selectFrom('deposits')
      .select('id')
      .where('chain_id', '=', chain)
      .where('address', '=', address)
      .where('protocol_id', '=', protocol)
      .where('amount', '>=', String(units))
      .where('stage', 'not in', ['orphaned', 'gone'])
      .executeTakeFirst();
    return found !== undefined;
  }

  async #pay({ address, currency: id, protocol: protocolId, units }: StoredTopup): Promise<void> {
    const { chains, payer, views } = this.#parts;
    const protocol = chains.protocol(protocolId);
    const amount = protocol === null ? null : chainAmount(units, protocol, views.listings.currency(id));
    if (address === null || protocol === null || amount === null) return;
    await payer.payCard({ address, asset: protocol.asset, amount });
  }
}

/** The price of a currency in dollars; null while it is unknown, and undefined without an index. */
function priceOf(views: Views, { code, id }: Currency): { price: number; decimals: number } | null | undefined {
  if (code === 'USDT') return { price: 1, decimals: 0 };
  const index = indexPrices.of(views).find(id);
  if (index === undefined) return undefined;
  return index.price === null ? null : { price: index.price, decimals: index.decimals };
}

function readJson(body: Buffer): unknown {
  try {
    const read: unknown = JSON.parse(body.toString('utf8'));
    return read;
  } catch {
    return null;
  }
}
