import { type CurrencyId, currencyId, type UserId, userId } from '@bourse/engine';
import type { Selectable } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import type { ReportedStatus } from './tables.ts';

/** A stored top-up. */
export interface StoredTopup {
  readonly id: number;
  readonly user: UserId;
  readonly chain: number;
  readonly protocol: number;
  readonly currency: CurrencyId;
  readonly cents: number;
  readonly feeCents: number;
  readonly units: number;
  readonly provider: string;
  readonly requestKey: string;
  readonly quoteKey: string;
  readonly address: string | null;
  readonly redirectUrl: string | null;
  readonly status: ReportedStatus;
  /** Whether staff must decide about it. */
  readonly isCase: boolean;
  readonly expiresAtMs: number;
  readonly createdMs: number;
}

export function topupOf(row: Selectable<Schema['topups']>): StoredTopup {
  return {
    id: safeInteger(row.id),
    user: userId(safeInteger(row.user_id)),
    chain: row.chain_id,
    protocol: row.protocol_id,
    currency: currencyId(row.currency_id),
    cents: safeInteger(row.cents),
    feeCents: safeInteger(row.fee_cents),
    units: safeInteger(row.number),
    provider: row.provider,
    requestKey: row.request_key,
    quoteKey: row.quote_key,
    address: row.address,
    redirectUrl: row.redirect_url,
    status: row.status,
    isCase: row.is_case,
    expiresAtMs: safeInteger(row.expires_at),
    createdMs: safeInteger(row.created_at),
  };
}
