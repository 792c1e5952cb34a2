import { conforms } from '@bourse/contract';
import { buyAdd } from '@bourse/contract/spot';
import type { BrowserStorage } from '../../../live/browser-storage.ts';
import type { Attempt } from './order-attempts.ts';
import { orderKinds, preventions, timesInForce, type OrderDraft, type OrderKind, type Side } from './order-draft.ts';

/** The contents of the order forms, stored in the tab across reloads. */
export interface KeptForms {
  /** The account that entered them; empty for a visitor. */
  readonly owner: string;
  readonly marketId: number;
  readonly kind: OrderKind;
  readonly drafts: Readonly<Record<Side, OrderDraft>>;
}

export type TabStorage = Pick<BrowserStorage, 'read' | 'write' | 'remove'>;

/** The stored forms; null when there are none or they are invalid. */
export function readForms(tab: TabStorage): KeptForms | null {
  const kept = parsed(tab.read('order_forms'));
  if (!isRecord(kept) || !isRecord(kept['drafts'])) return null;
  const { owner, marketId } = kept;
  const kind = orderKinds.find((known) => known === kept['kind']);
  if (typeof owner !== 'string' || typeof marketId !== 'number' || kind === undefined) return null;
  const buy = readDraft(kept['drafts']['buy']);
  const sell = readDraft(kept['drafts']['sell']);
  if (buy?.side !== 'buy' || sell?.side !== 'sell' || buy.kind !== kind || sell.kind !== kind) return null;
  return { owner, marketId, kind, drafts: { buy, sell } };
}

export function keepForms(tab: TabStorage, forms: KeptForms): void {
  tab.write('order_forms', JSON.stringify(forms));
}

/** The orders with an unknown outcome when the page was left, by name. */
export function readAttempts(tab: TabStorage): ReadonlyMap<string, Attempt> {
  const kept = parsed(tab.read('order_attempts'));
  const attempts = new Map<string, Attempt>();
  if (!isRecord(kept)) return attempts;
  for (const [name, item] of Object.entries(kept)) {
    if (!isRecord(item)) continue;
    const { owner, key, input } = item;
    if (typeof owner !== 'string' || typeof key !== 'string') continue;
    const draft = readDraft(item['draft']);
    if (draft !== null && conforms(buyAdd.input, input)) attempts.set(name, { owner, draft, input, key });
  }
  return attempts;
}

export function keepAttempts(tab: TabStorage, attempts: ReadonlyMap<string, Attempt>): void {
  if (attempts.size === 0) tab.remove('order_attempts');
  else tab.write('order_attempts', JSON.stringify(Object.fromEntries(attempts)));
}

function readDraft(item: unknown): OrderDraft | null {
  if (!isRecord(item)) return null;
  const { side, price, stop, size, led, share, postOnly } = item;
  if (side !== 'buy' && side !== 'sell') return null;
  const kind = orderKinds.find((known) => known === item['kind']);
  const timeInForce = timesInForce.find((known) => known === item['timeInForce']);
  const prevention = preventions.find((known) => known === item['prevention']) ?? null;
  if (kind === undefined || timeInForce === undefined || (led !== 'amount' && led !== 'total')) return null;
  if (!isDecimal(price) || !isDecimal(stop) || !isDecimal(size)) return null;
  return {
    side,
    led,
    kind,
    price,
    stop,
    size,
    timeInForce,
    prevention,
    share: typeof share === 'number' ? share : null,
    postOnly: postOnly === true,
  };
}

/** A plain decimal or the beginning of one. */
function isDecimal(text: unknown): text is string {
  return typeof text === 'string' && /^\d*\.?\d*$/.test(text);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
