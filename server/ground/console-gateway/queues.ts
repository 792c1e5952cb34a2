import { type QueueName, queueNames, type QueueRow } from '@bourse/contract/console';
import type { OperatorRole } from '@bourse/contract';
import type { StaffMember } from './ports.ts';

/** Work that waits for staff. */
export interface Queue {
  readonly name: QueueName;
  /** The screen of the console with the queue. */
  readonly screen: string;
  /** Who does this work. */
  readonly roles: readonly OperatorRole[];
  /** The waiting entries that this person may work on. */
  readonly count: (staff: StaffMember) => Promise<{ readonly count: number; readonly oldestAtMs: number | null }>;
}

/** The queues of the capabilities. */
export class Queues {
  readonly #queues: Queue[] = [];

  add(queue: Queue): void {
    this.#queues.push(queue);
  }

  /** The queues that a member of staff works on, also empty ones. */
  async of(staff: StaffMember): Promise<QueueRow[]> {
    const own = this.#queues
      .filter(({ roles }) => roles.some((role) => staff.roles.includes(role)))
      .toSorted((a, b) => queueNames.indexOf(a.name) - queueNames.indexOf(b.name));
    return Promise.all(
      own.map(async ({ count, name, screen }) => {
        const waiting = await count(staff);
        return { name, screen, count: waiting.count, oldest_at: waiting.oldestAtMs };
      }),
    );
  }
}

declare module '../parts.ts' {
  interface Parts {
    /** The work that waits for staff; a capability adds its own. */
    readonly queues: Queues;
  }
}
