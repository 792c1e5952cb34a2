import { agentCapability } from './agents/capability.ts';
import { agentHandlers } from './agents/handlers.ts';
import { clockHandlers } from './clock.ts';
import { convertCapability } from './convert/capability.ts';
import { convertHandlers } from './convert/handlers.ts';
import { creditCapability } from './credits/capability.ts';
import { creditHandlers } from './credits/handlers.ts';
import { escrowCapability } from './escrow/capability.ts';
import { escrowHandlers } from './escrow/handlers.ts';
import { indexCapability } from './index-price/capability.ts';
import { indexHandlers } from './index-price/handlers.ts';
import { leverageCapability } from './leverage/capability.ts';
import { leverageHandlers } from './leverage/handlers.ts';
import { ledgerCapability } from './ledger/capability.ts';
import { ledgerHandlers } from './ledger/handlers.ts';
import { marketCapability } from './market/capability.ts';
import { marketHandlers } from './market/handlers.ts';
import { requestCapability } from './requests/capability.ts';
import { restrictionCapability } from './restrictions/capability.ts';
import { restrictionHandlers } from './restrictions/handlers.ts';
import { savingsCapability } from './savings/capability.ts';
import { savingsHandlers } from './savings/handlers.ts';
import { secondsCapability } from './seconds/capability.ts';
import { secondsHandlers } from './seconds/handlers.ts';
import { sendingHandlers } from './sending/handlers.ts';
import { spotCapability } from './spot/capability.ts';
import { spotHandlers } from './spot/handlers.ts';
import type { Capability } from './capability.ts';
import type { CommandNamed, CommandType, UserRequest } from './command.ts';
import type { Event } from './event.ts';
import type { Accepted, Refused, Repeated } from './outcome.ts';
import type { Rejection } from './rejection.ts';
import type { RequestRejection } from './requests/rejections.ts';
import type { ExchangeState } from './state.ts';

/** All capabilities, one line each. The order defines the order of snapshot sections, of timed work and of due work. */
export const capabilities: readonly Capability[] = [
  marketCapability,
  ledgerCapability,
  indexCapability,
  spotCapability,
  restrictionCapability,
  savingsCapability,
  creditCapability,
  convertCapability,
  leverageCapability,
  secondsCapability,
  escrowCapability,
  agentCapability,
  requestCapability,
];

/** Executes a command and returns its outcome, or a rejection; a rejected command has changed nothing. */
export type Handler<Type extends CommandType> = (
  state: ExchangeState,
  command: CommandNamed<Type>,
  events: Event[],
) => Accepted | Rejection;

/** The handler of each command. A capability has one line here; the compiler keeps the table complete. */
export const handlers = {
  ...marketHandlers,
  ...ledgerHandlers,
  ...indexHandlers,
  ...spotHandlers,
  ...restrictionHandlers,
  ...savingsHandlers,
  ...creditHandlers,
  ...convertHandlers,
  ...leverageHandlers,
  ...secondsHandlers,
  ...escrowHandlers,
  ...sendingHandlers,
  ...agentHandlers,
  ...clockHandlers,
} satisfies { readonly [Type in CommandType]: Handler<Type> };

type Result<Type extends CommandType> = ReturnType<(typeof handlers)[Type]>;
/**
 * The rejections that a type of command can give: those that its handler returns, and for user requests also those
 * common to all requests.
 */
export type RejectionOf<Type extends CommandType> =
  | Extract<Result<Type>, Rejection>
  | (Type extends UserRequest['type'] ? RequestRejection : never);

type AcceptedOf<Type extends CommandType> = Extract<Result<Type>, Accepted>;
/** All possible outcomes of a type of command. Rejections are not remembered, so only accepted requests repeat. */
export type OutcomeOf<Type extends CommandType> =
  | AcceptedOf<Type>
  | Refused<RejectionOf<Type>>
  | (Type extends UserRequest['type'] ? Repeated<AcceptedOf<Type>> : never);
