import { type Command, priorityOf, type UserId, venue } from '@bourse/engine';
import type { Client } from 'pg';
import { safeInteger } from '../database/index.ts';

/** The command types, by user, that have stopped the exchange; they are refused until an operator deletes the row. */
export class Suspensions {
  #keys: ReadonlySet<string> = new Set();

  has(command: Command): boolean {
    return this.#keys.size > 0 && this.#keys.has(`${senderOf(command)} ${command.type}`);
  }

  get count(): number {
    return this.#keys.size;
  }

  /** Reloads the table. */
  async load(client: Client): Promise<void> {
    const answer = await client.query<{ user_id: string; command_type: string }>(
      'select user_id, command_type from suspended_commands',
    );
    this.#keys = new Set(answer.rows.map((row) => `${safeInteger(row.user_id)} ${row.command_type}`));
  }
}

/**
 * The sender of a command: its operator if it has one, otherwise its user. A program's command that names neither, such
 * as a payment of commission, is the venue's. Null for the clock and prices, without which the exchange cannot run.
 */
export function senderOf(command: Command): UserId | null {
  if ('operator' in command) return command.operator;
  if ('user' in command) return command.user;
  return priorityOf(command) === 'system' ? null : venue;
}
