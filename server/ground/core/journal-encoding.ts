import { commandCodec } from '@bourse/engine';
import type { Command } from '@bourse/engine';

/** Stored in every journal row; a reader refuses unknown versions. */
export const encodingVersion = 1;

/** A command of the journal with its time. */
export interface JournaledCommand {
  readonly timeMs: number;
  readonly command: Command;
}

/**
 * A command as JSON text: an array of its name and its fields in the declared order, a third of the size of the object.
 *
 * @throws TypeError if the command is malformed, for example a fraction where an integer belongs or text that the
 * journal does not accept
 */
export function encodeCommand(command: Command): string {
  const fields = commandCodec.encode(command);
  if (!commandCodec.check(fields)) {
    throw new TypeError(`This ${command.type} command is malformed: ${JSON.stringify(fields)}.`);
  }
  return JSON.stringify(fields);
}

/** The text of a journal row: for each command its milliseconds since the first one, and the command. */
export function encodeBatch(commands: readonly { readonly timeMs: number; readonly encoded: string }[]): string {
  const startMs = commands[0]?.timeMs ?? 0;
  let text = '';
  for (const { timeMs, encoded } of commands) text += `,[${timeMs - startMs},${encoded}]`;
  return `[${text.slice(1)}]`;
}

/**
 * The commands of a journal row whose first command has the time `startMs`.
 *
 * @throws Error if the text is not in the format of `encodeBatch`
 */
export function decodeBatch(version: number, startMs: number, text: string): JournaledCommand[] {
  if (version !== encodingVersion) {
    throw new Error(`Journal encoding ${version} is unknown to this program.`);
  }
  const entries: unknown = JSON.parse(text);
  if (!Array.isArray(entries)) throw malformed();
  return entries.map((entry: unknown) => {
    const items: readonly unknown[] = Array.isArray(entry) ? entry : [];
    const [offsetMs, fields] = items;
    if (items.length !== 2) throw malformed();
    if (typeof offsetMs !== 'number' || !Number.isSafeInteger(offsetMs) || offsetMs < 0) throw malformed();
    const command = presentForm(fields);
    if (!commandCodec.check(command)) throw malformed();
    return { timeMs: startMs + offsetMs, command: commandCodec.decode(command) };
  });
}

/** Commands journaled in an earlier form: a deposit had no version of its product's terms, which meant the present. */
function presentForm(fields: unknown): unknown {
  const items: readonly unknown[] = Array.isArray(fields) ? fields : [];
  if (items[0] !== 'lock_savings' || items.length !== 4) return fields;
  return [...items.slice(0, 3), null, items[3]];
}

function malformed(): Error {
  return new Error('A journal row does not contain commands in the known encoding.');
}
