import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from 'pino';
import { inTransaction } from '../../ground/database/index.ts';
import type { OnRamp } from './on-ramp.ts';
import { takeReport } from './store.ts';
import type { StoredTopup } from './topup.ts';
import type { With } from '../../ground/parts.ts';

export interface WebhookParts extends With<'db' | 'now'> {
  readonly onRamp: OnRamp | null;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  /** Called with a top-up after each report about it. */
  readonly reported: (topup: StoredTopup) => void;
}

/** The HTTP status with which a report is answered: 401 if it is not signed, 404 without such an order. */
export type WebhookStatus = 200 | 401 | 404;

/**
 * Takes a report of the provider. It changes the state of an order and nothing else: coins are credited when they
 * arrive on their chain, reported or not.
 */
export async function receive(
  { db, log, now, onRamp, reported }: WebhookParts,
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<WebhookStatus> {
  if (onRamp === null) return 404;
  const report = onRamp.read(headers, body, now());
  if (report === 'forged') return 401;
  if (report === 'ignored') return 200;
  const topup = await inTransaction(db, async (transaction) => takeReport(transaction, onRamp.name, report, now()));
  if (topup === null) {
    log.warn({ provider: onRamp.name, order: report.order }, 'a provider reported about an unknown order');
    return 404;
  }
  reported(topup);
  return 200;
}
