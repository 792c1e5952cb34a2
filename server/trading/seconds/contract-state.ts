import type { Event } from '@bourse/engine';
import type { ContractTerms, OpenContract, SecondsClosed, SecondsResult, VoidReason } from '@bourse/engine/seconds';

/** A contract that is open or has ended. */
export interface ContractState extends ContractTerms {
  /** The strike price as a count of 10^-decimals of the index; null before the strike and if it is void. */
  readonly open: number | null;
  /** The end of the contract; null while it is open. */
  readonly end: ContractEnd | null;
}

export interface ContractEnd {
  readonly price: number | null;
  readonly result: SecondsResult;
  readonly voidReason: VoidReason | null;
  readonly fee: number;
  readonly profit: number;
  /** The journal time in epoch milliseconds. */
  readonly atMs: number;
}

/** A contract of the recovered exchange. */
export function recoveredContract({ strike, ...terms }: OpenContract): ContractState {
  return { ...terms, open: strike?.open ?? null, end: null };
}

/** The contract that an event has ended. */
export function closedContract(event: SecondsClosed): ContractState {
  const { end: price, result, voidReason, fee, profit, closedAtMs: atMs } = event;
  return { ...event, end: { price, result, voidReason, fee, profit, atMs } };
}

/** Whether an event is about one contract. */
export function isAboutContract(
  event: Event,
): event is Extract<Event, { type: 'seconds_accepted' | 'seconds_struck' | 'seconds_closed' }> {
  return event.type === 'seconds_accepted' || event.type === 'seconds_struck' || event.type === 'seconds_closed';
}
