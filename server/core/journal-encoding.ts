import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Command } from '@bourse/engine';
import { fieldsSchema, fromFields, toFields } from './journal-fields.ts';

/** Written to every journal row; a reader refuses what it does not know. */
export const encodingVersion = 1;

/** A command as the journal tells it, with the time that it was given. */
export interface JournaledCommand {
  readonly timeMs: number;
  readonly command: Command;
}

/**
 * A command as JSON text: an array of its name and its fields in a fixed order, a third of the size of the object.
 *
 * @throws TypeError when the command is not well formed: a fraction where an integer belongs, text that the journal does not take
 */
export function encodeCommand(command: Command): string {
  const fields = toFields(command);
  if (!commandSchema.Check(fields)) {
    throw new TypeError(`This ${command.type} command is not well formed: ${JSON.stringify(fields)}.`);
  }
  return JSON.stringify(fields);
}

/** The text of one journal row: for each command its milliseconds since the first one, and the command. */
export function encodeBatch(commands: readonly { readonly timeMs: number; readonly encoded: string }[]): string {
  const startMs = commands[0]?.timeMs ?? 0;
  let text = '';
  for (const { timeMs, encoded } of commands) text += `,[${timeMs - startMs},${encoded}]`;
  return `[${text.slice(1)}]`;
}

/**
 * The commands of a journal row whose first one was given `startMs`.
 *
 * @throws Error when the text is not what `encodeBatch` writes
 */
export function decodeBatch(version: number, startMs: number, text: string): JournaledCommand[] {
  if (version !== encodingVersion) {
    throw new Error(`Journal encoding ${version} is unknown to this program.`);
  }
  const entries: unknown = JSON.parse(text);
  if (!batchSchema.Check(entries)) throw new Error('A journal row does not hold commands in the known encoding.');
  return entries.map(([offsetMs, fields]) => ({ timeMs: startMs + offsetMs, command: fromFields(fields) }));
}

const commandSchema = Compile(fieldsSchema);
const batchSchema = Compile(
  Type.Array(Type.Tuple([Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), fieldsSchema])),
);
