import { type Command, isReplayed } from '@bourse/engine';
import { insideTransaction } from '../database/index.ts';

/**
 * Refuses submissions that are faults of a program: inside an open database transaction, whose rollback would not undo
 * the command, and of commands that only old journals contain.
 *
 * @throws Error
 */
export function checkSubmission(command: Command): void {
  if (insideTransaction()) {
    throw new Error('A command was submitted inside an open database transaction; submit it before or after.');
  }
  if (isReplayed(command)) throw new Error(`A ${command.type} cannot be submitted; only old journals contain it.`);
}
