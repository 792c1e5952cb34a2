import { clockHandlers } from './clock.ts';
import { indexCapability } from './index-price/capability.ts';
import { indexHandlers } from './index-price/handlers.ts';
import { ledgerCapability } from './ledger/capability.ts';
import { ledgerHandlers } from './ledger/handlers.ts';
import { marketCapability } from './market/capability.ts';
import { marketHandlers } from './market/handlers.ts';
import { requestCapability } from './requests/capability.ts';
import { savingsCapability } from './savings/capability.ts';
import { savingsHandlers } from './savings/handlers.ts';
import { spotCapability } from './spot/capability.ts';
import { spotHandlers } from './spot/handlers.ts';
import type { Capability } from './capability.ts';
import type { CommandNamed, CommandType, UserRequest } from './command.ts';
import type { Event } from './event.ts';
import type { Accepted, Refused, Repeated } from './outcome.ts';
import type { Rejection } from './rejection.ts';
import type { RequestRejection } from './requests/rejections.ts';
import type { ExchangeState } from './state.ts';

/**
 * The parts of the exchange in the order of their snapshots, of what time brings about, and of due work. A capability
 * has one line here.
 */
export const capabilities: readonly Capability[] = [
  marketCapability,
  ledgerCapability,
  indexCapability,
  spotCapability,
  savingsCapability,
  requestCapability,
];

/** Does what a command asks for and answers its outcome, or why it is refused; then nothing was changed. */
export type Handler<Type extends CommandType> = (
  state: ExchangeState,
  command: CommandNamed<Type>,
  events: Event[],
) => Accepted | Rejection;

/** What every command does. A capability has one line here; the compiler keeps the table complete. */
export const handlers = {
  ...marketHandlers,
  ...ledgerHandlers,
  ...indexHandlers,
  ...spotHandlers,
  ...savingsHandlers,
  ...clockHandlers,
} satisfies { readonly [Type in CommandType]: Handler<Type> };

type Result<Type extends CommandType> = ReturnType<(typeof handlers)[Type]>;
/**
 * The refusals that a type of command can give: those that its handler returns, and for requests those of any request.
 */
export type RejectionOf<Type extends CommandType> =
  Extract<Result<Type>, Rejection> | (Type extends UserRequest['type'] ? RequestRejection : never);

type FirstOutcome<Type extends CommandType> = Extract<Result<Type>, Accepted> | Refused<RejectionOf<Type>>;
/** What a type of command can lead to. */
export type OutcomeOf<Type extends CommandType> =
  FirstOutcome<Type> | (Type extends UserRequest['type'] ? Repeated<FirstOutcome<Type>> : never);
