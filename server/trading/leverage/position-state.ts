import type {
  CloseReason,
  KeptRow,
  LeverAccepted,
  LeverClosed,
  LeverOpened,
  LeverOrder,
  LeverRevoked,
  RevokeReason,
} from '@bourse/engine/leverage';

/** A position or the order of one, with its end. */
export interface PositionState extends LeverOrder {
  readonly state: KeptRow['state'] | 'closed' | 'revoked';
  /** The price of the fill, before it the price at which margin and fee are held; null if it never filled. */
  readonly price: number | null;
  readonly amount: number;
  readonly margin: number;
  readonly fee: number;
  readonly maintenance: number;
  readonly reserve: number;
  /** Null before the fill. */
  readonly markAtFill: number | null;
  readonly filledAtMs: number | null;
  /** Why it closes or was closed. */
  readonly closeReason: CloseReason | null;
  readonly end: PositionEnd | null;
}

/** How a position ended. Amounts are 0 for an order that was revoked. */
export interface PositionEnd {
  readonly atMs: number;
  readonly revokeReason: RevokeReason | null;
  readonly closePrice: number | null;
  readonly profit: number;
  readonly deficit: number;
  readonly unpaid: number;
}

/** A position of the recovered exchange. */
export function positionOfRow(row: KeptRow): PositionState {
  const isFilled = row.state === 'open' || row.state === 'closing';
  return {
    ...orderOf(row),
    state: row.state,
    price: row.price,
    amount: row.amount,
    margin: row.margin,
    fee: isFilled ? row.fee : row.held - row.margin,
    maintenance: row.maintenance,
    reserve: row.reserve,
    markAtFill: isFilled ? row.markAtFill : null,
    filledAtMs: isFilled ? row.filledAtMs : null,
    closeReason: row.closeReason,
    end: null,
  };
}

/** A position that an event has just created. */
export function acceptedPosition(event: LeverAccepted): PositionState {
  const { state, price, amount, margin, fee } = event;
  return {
    ...orderOf(event),
    state,
    price,
    amount,
    margin,
    fee,
    maintenance: 0,
    reserve: 0,
    markAtFill: null,
    filledAtMs: null,
    closeReason: null,
    end: null,
  };
}

export function openedPosition(event: LeverOpened): PositionState {
  return { ...orderOf(event), state: 'open', ...fillOf(event), closeReason: null, end: null };
}

export function closedPosition(event: LeverClosed, atMs: number): PositionState {
  const { closePrice, profit, deficit, unpaid } = event;
  const end = { atMs, revokeReason: null, closePrice, profit, deficit, unpaid };
  return { ...orderOf(event), state: 'closed', ...fillOf(event), closeReason: event.reason, end };
}

export function revokedPosition(event: LeverRevoked, atMs: number): PositionState {
  return {
    ...orderOf(event),
    state: 'revoked',
    price: null,
    amount: 0,
    margin: 0,
    fee: 0,
    maintenance: 0,
    reserve: 0,
    markAtFill: null,
    filledAtMs: null,
    closeReason: null,
    end: { atMs, revokeReason: event.reason, closePrice: null, profit: 0, deficit: 0, unpaid: 0 },
  };
}

function fillOf({
  price,
  amount,
  margin,
  fee,
  maintenance,
  reserve,
  markAtFill,
  filledAtMs,
}: LeverOpened | LeverClosed) {
  return { price, amount, margin, fee, maintenance, reserve, markAtFill, filledAtMs };
}

/** The order within an event or a stored row. */
function orderOf(from: LeverOrder): LeverOrder {
  const { position, user, market, currency, side, kind, share, multiple, unit } = from;
  const { spreadPpm, feePpm, marketType, reservePpm, target, worst, takeProfit, stopLoss } = from;
  const { reverses, acceptedAtMs } = from;
  return {
    position,
    user,
    market,
    currency,
    side,
    kind,
    share,
    multiple,
    unit,
    spreadPpm,
    feePpm,
    marketType,
    reservePpm,
    target,
    worst,
    takeProfit,
    stopLoss,
    reverses,
    acceptedAtMs,
  };
}
