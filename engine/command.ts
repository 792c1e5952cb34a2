import { clockCommands } from './clock.ts';
import { CommandCodec } from './declaration/command.ts';
import { indexCommands } from './index-price/commands.ts';
import { ledgerCommands } from './ledger/commands.ts';
import { marketCommands } from './market/commands.ts';
import { savingsCommands } from './savings/commands.ts';
import { spotCommands } from './spot/commands.ts';
import { cancelOrderForm, placeOrderForm } from './spot/journal-orders.ts';
import type { CommandKind, CommandOf, Priority } from './declaration/command.ts';

/** Every command of the exchange. A capability declares its own in its folder and has one line here. */
export const commandDeclarations = {
  ...marketCommands,
  ...ledgerCommands,
  ...indexCommands,
  ...spotCommands,
  ...savingsCommands,
  ...clockCommands,
};
type Declarations = typeof commandDeclarations;

export type CommandType = keyof Declarations;
/** A command by its type. */
export type CommandNamed<Type extends CommandType> = CommandOf<Declarations, Type>;
export type Command = { [Type in CommandType]: CommandNamed<Type> }[CommandType];

type TypeOfKind<Kind extends CommandKind> = {
  [Type in CommandType]: Declarations[Type]['kind'] extends Kind ? Type : never;
}[CommandType];
/** A command that a user may send twice with the same meaning. */
export type UserRequest = CommandNamed<TypeOfKind<'request'>>;
/**
 * A command of an operator. Nothing else about the exchange can be set, and none of these decides a trade or moves a
 * balance of a person.
 */
export type OperatorCommand = CommandNamed<TypeOfKind<'decision'>>;

/** The journal's form of commands. */
export const commandCodec = new CommandCodec<Command>(commandDeclarations, {
  place_order: placeOrderForm,
  cancel_order: cancelOrderForm,
});

/** Which share of a full queue a command is still let into. */
export function priorityOf({ type }: Command): Priority {
  return commandDeclarations[type].priority;
}
