import type { Reader } from '../exchange.ts';
import type { CurrencyId, MarketId, UserId } from '../identifiers.ts';
import type { Amount } from '../money.ts';
import type { LeverTerms, PositionId } from './commands.ts';
import type { KeptRow } from './row.ts';
import type { LeverFloor } from './state.ts';

export type {
  CancelLever,
  CloseAllLever,
  CloseLever,
  ConfigureLeverage,
  ConfigureMargin,
  LeverSide,
  LeverTerms,
  LeverTier,
  PositionId,
  ReverseLever,
  SetLeverStops,
  SubmitLever,
} from './commands.ts';
export { leverageCommands, leverTerms } from './commands.ts';
export { invalidLeverTerm, unitOf } from './configure-leverage.ts';
export type { CloseReason, LeverAccepted, LeverClosed, LeverOpened, LeverRevoked, RevokeReason } from './events.ts';
export { limitedSum, markOf, openingPrice, profitAt } from './formulas.ts';
export type { KeptRow, LeverOrder, RowState } from './row.ts';
export type { LeverFloor } from './state.ts';

/** Brands the id of a position. Throws a RangeError unless it is a safe integer, zero or more. */
export function positionId(value: number): PositionId {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a position id: ${value}`);
  return value as PositionId;
}

/** A pair with leverage: its terms and, while it has positions, its last mark. */
export interface LeverPairState {
  readonly market: MarketId;
  readonly base: CurrencyId;
  readonly quote: CurrencyId;
  readonly version: number;
  readonly unit: number;
  readonly terms: LeverTerms;
  readonly lastMark: number | null;
}

/** A lever account with positions: the part of its balance that they lock, and the sums over them. */
export interface LeverAccountState {
  readonly user: UserId;
  readonly currency: CurrencyId;
  readonly locked: Amount;
  readonly margins: number;
  readonly holds: number;
  readonly maintenances: number;
}

/** The pairs by market id, for `exchange.read`. */
export const leverPairs: Reader<readonly LeverPairState[]> = ({ leverage }) =>
  leverage.allPairs().map(({ market, base, quote, version, unit, terms, rowCount, lastMark }) => {
    return { market, base, quote, version, unit, terms, lastMark: rowCount > 0 ? lastMark : null };
  });

/** The orders and positions by id, for `exchange.read`. */
export const leverRows: Reader<readonly KeptRow[]> = ({ leverage }) =>
  [...leverage.rows.values()].map((row) => row.kept()).toSorted((a, b) => a.position - b.position);

/** The accounts with orders or positions, for `exchange.read`. */
export const leverAccounts: Reader<readonly LeverAccountState[]> = ({ leverage }) =>
  [...leverage.allAccounts()].map(({ user, currency, locked, margins, held, maintenances }) => {
    return { user, currency, locked, margins, holds: held, maintenances };
  });

/** The sum of the claims of users on the house in each currency that has any, for `exchange.read`. */
export const leverClaims: Reader<ReadonlyMap<CurrencyId, number>> = ({ leverage }) =>
  new Map(Array.from(leverage.claims, ([currency, { total }]) => [currency, total]));

/** The room that the house keeps free of each currency, for `exchange.read`. */
export const leverFloors: Reader<readonly LeverFloor[]> = ({ leverage }) => [...leverage.floors.values()];
