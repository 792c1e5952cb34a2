import type { ChangedMessage } from '@bourse/contract/socket';
import type { UserId } from '@bourse/engine';
import type { Notice } from './notices.ts';

type ChangeListener = (notice: Notice) => void;

/** Reports changes that follow from no command and that clients have to read again. */
export class Changes {
  readonly #listeners: ChangeListener[] = [];

  /** Reports a durable change: answers with this topic are outdated, for one user or for everyone. */
  readonly report = (topic: ChangedMessage['topic'], user: UserId | null = null): void => {
    for (const listener of this.#listeners) listener(changeOf(topic, user));
  };

  onReported(listener: ChangeListener): void {
    this.#listeners.push(listener);
  }
}

/** The notice that answers with this topic are outdated. */
export function changeOf(topic: ChangedMessage['topic'], user: UserId | null): Notice {
  return { user, delivery: { kind: 'connected', key: topic }, write: () => [{ type: 'CHANGED', topic }] };
}

declare module '../../parts.ts' {
  interface Parts {
    /** Reports changes that clients have to read again. */
    readonly changes: Changes;
  }
}
