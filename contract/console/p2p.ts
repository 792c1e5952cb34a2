import { Type } from 'typebox';
import { adStates, appealFindings, LegalStatus, merchantStates } from '../p2p/index.ts';
import { Words } from '../p2p/words.ts';
import { IntegerInput, Nothing } from '../values.ts';
import { decimalRefusal, DecimalText } from './decimals.ts';
import { consoleFourEyes, consoleList, consoleLook, consoleRead, consoleWrite } from './declare.ts';
import {
  Count,
  Fiat,
  P2pAdRow,
  P2pAppealRow,
  P2pBondRow,
  P2pFigures,
  P2pMerchantRow,
  P2pOrderCase,
  P2pOrderRow,
  P2pRateRow,
  P2pReportRow,
  Version,
} from './p2p-rows.ts';

/** The roles that see merchants, ads, orders and reports. */
const readers = ['support', 'finance', 'risk', 'admin'] as const;
/** The roles that work on appeals: support gathers, risk decides. */
const appealStaff = ['support', 'risk'] as const;

const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const UserId = Type.Integer({ minimum: 1, maximum: 2 ** 30 - 1 });
const FiatFilter = Type.Optional(Fiat);

/** A text that users read as it is. */
const Said = Words(1_000, 1);

const order = { kind: 'p2p_order', field: 'id' } as const;
const merchant = { kind: 'user', field: 'user_id' } as const;
const reference = { id: Id, version: Version };

const undecided = {
  appeal_unknown: [],
  appeal_ended: ['outcome'],
  appeal_taken: ['by'],
} as const;

/** Merchants, ads, orders, appeals, bonds, reports and rates of peer-to-peer trading. */
export const p2pCalls = {
  p2pFigures: consoleRead({ audience: readers, path: 'p2p/figures', output: P2pFigures }),

  /** Applications first, the longest waiting first; then merchants. */
  p2pMerchants: consoleList({
    audience: readers,
    path: 'p2p/merchants',
    input: { state: Type.Optional(Type.Enum([...merchantStates])), user: Type.Optional(IntegerInput) },
    row: P2pMerchantRow,
  }),
  /**
   * Approves or rejects an application, suspends a merchant or ends the suspension. The user reads the words, which a
   * rejection and a suspension need.
   */
  decideP2pMerchant: consoleWrite({
    audience: ['risk'],
    path: 'p2p/merchants/decide',
    concerns: merchant,
    stepUp: true,
    input: {
      user_id: UserId,
      version: Version,
      decision: Type.Enum(['approve', 'reject', 'suspend', 'restore']),
      words: Words(500),
    },
    output: Type.Object({ state: Type.Enum([...merchantStates]), version: Version }),
    refusals: { merchant_unknown: [], merchant_state: ['state'], words_required: [], bond_incomplete: ['held'] },
  }),

  p2pAds: consoleList({
    audience: readers,
    path: 'p2p/ads',
    input: {
      state: Type.Optional(Type.Enum([...adStates])),
      user: Type.Optional(IntegerInput),
      fiat: FiatFilter,
    },
    row: P2pAdRow,
  }),
  /** Suspends an ad, which its owner cannot open then, or ends that. Open orders continue. */
  suspendP2pAd: consoleWrite({
    audience: ['support', 'risk'],
    path: 'p2p/ads/suspend',
    input: { ...reference, suspended: Type.Boolean(), words: Words(500) },
    output: Type.Object({ state: Type.Enum([...adStates]), version: Version }),
    refusals: { ad_unknown: [], ad_state: ['state'], words_required: [] },
  }),

  p2pOrders: consoleList({
    audience: readers,
    path: 'p2p/orders',
    input: {
      status: Type.Optional(IntegerInput),
      user: Type.Optional(IntegerInput),
      number: Type.Optional(Type.String({ pattern: '^[0-9]{1,20}$', maxLength: 20 })),
      fiat: FiatFilter,
    },
    row: P2pOrderRow,
  }),
  /**
   * Puts a paid order in an appeal that no side can withdraw, because of a risk that neither has reported. It ends by a
   * decision or a concession.
   */
  holdP2pOrder: consoleWrite({
    audience: ['risk'],
    path: 'p2p/orders/hold',
    concerns: order,
    input: { id: Id },
    output: Type.Object({ status: LegalStatus }),
    refusals: { order_unknown: [], order_state: ['status'] },
  }),
  /** An order with its chat, names and accounts; the audit log has the reason before they are sent. */
  p2pOrderCase: consoleLook({
    audience: appealStaff,
    path: 'p2p/orders/case',
    concerns: order,
    input: { id: Id },
    output: P2pOrderCase,
    refusals: { order_unknown: [] },
  }),
  /** An image of an order as base64 of a JPEG: its voucher, one of a message, or one of evidence, counted from 0. */
  p2pImage: consoleLook({
    audience: appealStaff,
    path: 'p2p/orders/image',
    concerns: order,
    input: {
      id: Id,
      of: Type.Enum(['voucher', 'late', 'message', 'evidence']),
      /** The number of the message or of the evidence; 0 for vouchers. */
      row: Count,
      image: Type.Integer({ minimum: 0, maximum: 9 }),
    },
    output: Type.Object({ jpeg: Type.String() }),
    refusals: { order_unknown: [], image_gone: [] },
  }),

  /** Open appeals, the longest waiting first; with `ended`, those that have ended, the newest first. */
  p2pAppeals: consoleList({
    audience: appealStaff,
    path: 'p2p/appeals',
    input: { ended: Type.Optional(Type.Enum(['0', '1'])), user: Type.Optional(IntegerInput), fiat: FiatFilter },
    row: P2pAppealRow,
  }),
  /** Reserves an appeal by the id of its order, so that two people do not work on it and a demo does not decide. */
  takeP2pAppeal: consoleWrite({
    audience: appealStaff,
    path: 'p2p/appeals/take',
    concerns: order,
    input: reference,
    output: Type.Object({ version: Version }),
    refusals: undecided,
  }),
  /** Writes to both sides in the chat of an order that is in appeal. */
  sayInP2pAppeal: consoleWrite({
    audience: appealStaff,
    path: 'p2p/appeals/say',
    concerns: order,
    input: { id: Id, text: Said },
    output: Nothing,
    refusals: undecided,
  }),
  /**
   * Decides about an appeal: releases the coins to the buyer or refunds them to the seller. Both read the words, of at
   * least ten. Above a limit of the site settings it needs a second person. The finding `not_paid` restricts the
   * buyer's account, `not_released` the seller's; every finding but `mistake` counts against its side. No coins wait
   * for an appeal about a late payment: it is refunded, with any finding.
   */
  resolveP2pAppeal: consoleFourEyes({
    audience: ['risk'],
    path: 'p2p/appeals/resolve',
    concerns: order,
    input: {
      ...reference,
      outcome: Type.Enum(['release', 'refund']),
      finding: Type.Enum([...appealFindings]),
      words: Said,
    },
    output: Type.Object({ status: LegalStatus, version: Version }),
    refusals: {
      ...undecided,
      appeal_not_taken: [],
      words_too_few: ['minimum', 'words'],
      /** The finding contradicts the outcome, such as a release after `not_paid`. */
      finding_contradicts: [],
    },
  }),
  /** Reviews a decision once, by another person: its finding and what follows from it change, the coins stay. */
  reviewP2pAppeal: consoleFourEyes({
    audience: ['risk'],
    path: 'p2p/appeals/review',
    concerns: order,
    input: {
      ...reference,
      finding: Type.Enum([...appealFindings]),
      /** Whether a restriction that followed from the decision ends. */
      lift: Type.Boolean(),
      words: Said,
    },
    output: Type.Object({ version: Version }),
    refusals: {
      appeal_unknown: [],
      appeal_open: [],
      appeal_reviewed: [],
      review_over: [],
      own_decision: [],
      words_too_few: ['minimum', 'words'],
    },
  }),

  p2pBonds: consoleList({
    audience: ['finance', 'risk', 'admin'],
    path: 'p2p/bonds',
    input: { user: Type.Optional(IntegerInput) },
    row: P2pBondRow,
  }),
  /** Pays whole parts of a bond to a person whom the merchant has harmed. Always needs a second person. */
  payP2pBond: consoleFourEyes({
    audience: ['finance', 'risk'],
    path: 'p2p/bonds/pay',
    concerns: merchant,
    input: {
      user_id: UserId,
      to: UserId,
      parts: Type.Integer({ minimum: 1, maximum: 5 }),
      /** The order in which the damage arose. */
      order_id: Id,
      words: Said,
    },
    output: Type.Object({ parts_held: Count }),
    movesMoney: true,
    refusals: {
      merchant_unknown: [],
      order_unknown: [],
      user_unknown: ['user'],
      bond_parts: ['held'],
      words_too_few: ['minimum', 'words'],
    },
  }),
  /**
   * Returns a bond before its time, or one that a suspended merchant has left behind. No order and no appeal of the
   * merchant is open then.
   */
  returnP2pBond: consoleFourEyes({
    audience: ['finance'],
    path: 'p2p/bonds/return',
    concerns: merchant,
    input: { user_id: UserId, parts: Type.Integer({ minimum: 1, maximum: 5 }) },
    output: Type.Object({ parts_held: Count }),
    movesMoney: true,
    refusals: { merchant_unknown: [], bond_parts: ['held'], bond_needed: [] },
  }),

  p2pReports: consoleList({
    audience: appealStaff,
    path: 'p2p/reports',
    input: {
      state: Type.Optional(Type.Enum(['open', 'upheld', 'dismissed'])),
      user: Type.Optional(IntegerInput),
    },
    row: P2pReportRow,
  }),
  /** Upholds a report, which counts against the reported user, or dismisses it. */
  decideP2pReport: consoleWrite({
    audience: appealStaff,
    path: 'p2p/reports/decide',
    input: { ...reference, decision: Type.Enum(['uphold', 'dismiss']) },
    output: Type.Object({ version: Version, upheld: Count }),
    refusals: { report_unknown: [], report_decided: [] },
  }),

  p2pRates: consoleList({ audience: ['finance', 'risk', 'admin'], path: 'p2p/rates', row: P2pRateRow }),
  /** Sets the rate of a fiat currency, in units for one dollar. A change of more than 5 % needs a second person. */
  setP2pRate: consoleFourEyes({
    audience: ['finance'],
    path: 'p2p/rates/set',
    input: { fiat: Fiat, version: Count, rate: DecimalText },
    output: Type.Object({ version: Count }),
    refusals: { ...decimalRefusal, fiat_unknown: [], setting_unchanged: [] },
  }),
} as const;
