import { agentCommands } from './agents/commands.ts';
import { clockCommands } from './clock.ts';
import { convertCommands } from './convert/commands.ts';
import { creditCommands } from './credits/commands.ts';
import { CommandCodec } from './declaration/command.ts';
import { escrowCommands } from './escrow/commands.ts';
import { leverageCommands } from './leverage/commands.ts';
import { secondsCommands } from './seconds/commands.ts';
import { indexCommands } from './index-price/commands.ts';
import { ledgerCommands } from './ledger/commands.ts';
import { marketCommands } from './market/commands.ts';
import { restrictionCommands } from './restrictions/commands.ts';
import { savingsCommands } from './savings/commands.ts';
import { sendingCommands } from './sending/commands.ts';
import { spotCommands } from './spot/commands.ts';
import { cancelOrderForm, placeOrderForm } from './spot/journal-orders.ts';
import type { CommandKind, CommandOf, Priority } from './declaration/command.ts';

/** Every command of the exchange. A capability declares its commands in its own folder and has one line here. */
export const commandDeclarations = {
  ...marketCommands,
  ...ledgerCommands,
  ...indexCommands,
  ...spotCommands,
  ...restrictionCommands,
  ...savingsCommands,
  ...creditCommands,
  ...convertCommands,
  ...leverageCommands,
  ...secondsCommands,
  ...escrowCommands,
  ...sendingCommands,
  ...agentCommands,
  ...clockCommands,
};
type Declarations = typeof commandDeclarations;

export type CommandType = keyof Declarations;
/** The command of a given type. */
export type CommandNamed<Type extends CommandType> = CommandOf<Declarations, Type>;
export type Command = { [Type in CommandType]: CommandNamed<Type> }[CommandType];

type TypeOfKind<Kind extends CommandKind> = {
  [Type in CommandType]: Declarations[Type]['kind'] extends Kind ? Type : never;
}[CommandType];
/** A user's command that carries a request key, so that a repeated one is executed once. */
export type UserRequest = CommandNamed<TypeOfKind<'request'>>;
/**
 * A command of an operator. The exchange has no other settings, and no operator command decides a trade or moves a
 * user's balance, except that `resolve_escrow` decides an appeal between the two parties of an escrow.
 */
export type OperatorCommand = CommandNamed<TypeOfKind<'decision'>>;

/** Encodes and decodes commands for the journal. */
export const commandCodec = new CommandCodec<Command>(commandDeclarations, {
  place_order: placeOrderForm,
  cancel_order: cancelOrderForm,
});

/** Whether the command exists in journals of older versions only, so that it must not be submitted. */
export function isReplayed({ type }: Command): boolean {
  return commandDeclarations[type].kind === 'replayed';
}

/** The priority class that decides how full the queue may be for this command to be admitted. */
export function priorityOf({ type }: Command): Priority {
  return commandDeclarations[type].priority;
}

/** Whether a request with a key is refused if the key cannot be remembered. */
export function needsKey({ type }: UserRequest): boolean {
  return commandDeclarations[type].needsKey;
}
