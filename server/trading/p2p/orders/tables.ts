import type { AppealCause, AppealFinding, CancelReason, ChatEvent } from '@bourse/contract/p2p';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import { type PrivilegesOn, update } from '../../../ground/database/index.ts';

/** Tables, made by `0921-p2p-orders.ts` to `0926-p2p-late-payments.ts`. Ids, times and amounts are read as text. */
interface P2pOrderTables {
  p2p_orders: P2pOrdersTable;
  p2p_vouchers: P2pVouchersTable;
  p2p_images: P2pImagesTable;
  p2p_steps: P2pStepsTable;
  p2p_progress: P2pProgressTable;
  p2p_warnings: P2pWarningsTable;
  p2p_ratings: P2pRatingsTable;
  p2p_messages: P2pMessagesTable;
  p2p_appeals: P2pAppealsTable;
  p2p_restrictions: P2pRestrictionsTable;
  p2p_evidence: P2pEvidenceTable;
}

declare module '../../../ground/database/schema.ts' {
  interface Schema extends P2pOrderTables {}
}

/** The privileges of the logins on these tables. */
export const orderPrivileges: PrivilegesOn<P2pOrderTables> = {
  p2p_orders: {
    identity: [
      'select',
      'insert',
      update('stage', 'refusal', 'in_ad', 'sealed', 'cancel_reason', 'messages', 'read_buyer', 'read_seller'),
    ],
  },
  p2p_vouchers: { identity: ['select', 'insert', update('method_id', 'filed_at')] },
  p2p_images: { identity: ['select', 'insert'] },
  p2p_steps: { identity: ['select', 'insert', update('noticed')] },
  p2p_progress: { identity: ['select', update('sequence')] },
  p2p_warnings: { identity: ['select', 'insert'] },
  p2p_ratings: { identity: ['select', 'insert'] },
  // Sealing again changes a column; the trigger refuses every other change.
  p2p_messages: { identity: ['select', 'insert', update('sealed')] },
  // Who appealed and why never changes; triggers refuse changes of what was decided.
  p2p_appeals: {
    identity: [
      'select',
      'insert',
      'delete',
      update('sequence', 'opened_at', 'answer_until', 'decide_until', 'version', 'taken_by', 'taken_until'),
      update('resolution', 'finding', 'words', 'decided_by', 'decided_at', 'outcome', 'ended_at'),
      update('reviewed_by', 'reviewed_at'),
    ],
  },
  p2p_restrictions: { identity: ['select', 'insert', update('stage', 'lifted_by')] },
  p2p_evidence: { identity: ['select', 'insert', 'delete', update('sealed')] },
};

type Int8 = ColumnType<string, number, number>;
type Int8OrNull = ColumnType<string | null, number | null | undefined, number | null>;
type GeneratedInt8 = ColumnType<string, number | undefined, number>;
type Numeric = ColumnType<string, string, string>;
type Nullable<Value> = ColumnType<Value | null, Value | null | undefined, Value | null>;

export type OrderStage = 'draft' | 'open' | 'void';

export interface P2pOrdersTable {
  readonly id: Int8;
  readonly stage: OrderStage;
  readonly refusal: Nullable<string>;
  readonly requester_id: Int8;
  readonly request_key: string;
  readonly request_input: string;
  readonly maker_id: Int8;
  readonly seller_id: Int8;
  readonly buyer_id: Int8;
  readonly ad_id: Int8;
  readonly ad_version: number;
  readonly offer: Int8OrNull;
  readonly previous_id: Int8OrNull;
  readonly voucher: Nullable<string>;
  readonly currency_id: number;
  readonly amount: Int8;
  readonly fee_ppm: number;
  readonly window_ms: Int8;
  readonly appeal_ms: Int8;
  readonly delay_ms: Int8;
  readonly auto_ms: Int8;
  readonly mature_ms: Int8;
  readonly auto_mature_ms: Int8;
  readonly on_silence: 'release' | 'appeal';
  readonly price: Numeric;
  readonly price_decimals: number;
  readonly fiat: string;
  readonly fiat_amount: Int8;
  readonly fiat_decimals: number;
  readonly usd: Numeric;
  readonly reference: string;
  readonly sealed: Buffer;
  readonly terms_hash: string;
  readonly in_ad: boolean;
  readonly cancel_reason: Nullable<CancelReason>;
  readonly messages: Generated<number>;
  readonly read_buyer: Generated<number>;
  readonly read_seller: Generated<number>;
  readonly created_at: Int8;
}

interface P2pVouchersTable {
  readonly order_id: Int8;
  readonly kind: 'paid' | 'late';
  readonly hash: string;
  readonly image_id: string;
  readonly method_id: Int8;
  readonly filed_at: Int8;
}

export type OrderImageKind = 'voucher' | 'message' | 'evidence' | 'qrcode';

interface P2pImagesTable {
  readonly image_id: string;
  readonly order_id: Int8;
  readonly kind: OrderImageKind;
  readonly owner_id: Int8;
}

interface P2pStepsTable {
  readonly order_id: Int8;
  readonly sequence: Int8;
  readonly ordinal: number;
  readonly step: string;
  readonly state: string;
  readonly reason: Nullable<string>;
  readonly actor_id: Int8OrNull;
  readonly counts: boolean;
  readonly at: Int8;
  readonly noticed: Generated<boolean>;
}

interface P2pProgressTable {
  readonly one: Generated<boolean>;
  readonly sequence: Int8;
}

interface P2pWarningsTable {
  readonly order_id: Int8;
  readonly kind: string;
  readonly at: Int8;
}

interface P2pRatingsTable {
  readonly order_id: Int8;
  readonly author_id: Int8;
  readonly subject_id: Int8;
  readonly good: boolean;
  readonly text: string;
  readonly created_at: Int8;
}

export type MessageKind = 'user' | 'support' | 'exchange';

export interface P2pMessagesTable {
  readonly order_id: Int8;
  readonly i: number;
  readonly author_id: Int8OrNull;
  readonly kind: MessageKind;
  readonly sealed: Nullable<Buffer>;
  readonly image_id: Nullable<string>;
  readonly image_hash: Nullable<string>;
  readonly event: Nullable<ChatEvent>;
  readonly at: Int8;
  readonly prev: Buffer;
  readonly hash: Buffer;
}

export type AppealOpener = 'buyer' | 'seller' | 'exchange';
export type AppealOutcome = 'withdrawn' | 'conceded' | 'released' | 'refunded';

export interface P2pAppealsTable {
  readonly id: GeneratedAlways<string>;
  readonly order_id: Int8;
  readonly sequence: Int8OrNull;
  readonly opened_by: AppealOpener;
  readonly reason: AppealCause;
  readonly opened_at: Int8;
  readonly answer_until: Int8;
  readonly decide_until: Int8;
  readonly version: Generated<number>;
  readonly taken_by: Nullable<number>;
  readonly taken_until: GeneratedInt8;
  readonly resolution: Nullable<'release' | 'refund'>;
  readonly finding: Nullable<AppealFinding>;
  readonly words: Generated<string>;
  readonly decided_by: Nullable<number>;
  readonly decided_at: Int8OrNull;
  readonly outcome: Nullable<AppealOutcome>;
  readonly ended_at: Int8OrNull;
  readonly reviewed_by: Nullable<number>;
  readonly reviewed_at: Int8OrNull;
}

export type RestrictionStage = 'due' | 'done' | 'found' | 'lift' | 'lifted';

interface P2pRestrictionsTable {
  readonly appeal_id: Int8;
  readonly user_id: Int8;
  readonly stage: RestrictionStage;
  readonly decided_by: Nullable<number>;
  readonly lifted_by: Nullable<number>;
}

interface P2pEvidenceTable {
  readonly appeal_id: Int8;
  readonly n: number;
  readonly author: 'buyer' | 'seller';
  readonly sealed: Buffer;
  readonly images: ColumnType<string[], string[], never>;
  readonly created_at: Int8;
}
