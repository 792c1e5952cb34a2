import type { UserRequest } from '@bourse/engine';
import { type Committed, type Core, CoreRefusal } from '../core/index.ts';
import { RateExceeded } from './answer.ts';
import type { Member } from './gateway.ts';
import { networkOf } from './network.ts';
import type { RateLimits } from './rate-limits.ts';

/** Names an object of the user that exists as of the last commit and ends with the command; null if there is none. */
type Ending = () => string | null;

/**
 * Submits the commands of users. The journal keeps every command, refused ones included, so a stranger could fill the
 * disk with commands that change nothing: those count towards the limits of the class `refusal`. A user beyond it can
 * still cancel each open order.
 */
export class Requests {
  readonly #core: Pick<Core, 'submit'>;
  readonly #limits: RateLimits;
  /** Objects whose end was requested by users beyond their limit and has not been answered. */
  readonly #ending = new Set<string>();

  constructor(core: Pick<Core, 'submit'>, limits: RateLimits) {
    this.#core = core;
    this.#limits = limits;
  }

  /**
   * Submits the command before anything is awaited. Rejects as `Core.submit` does, and with `RateExceeded` if too many
   * commands of this user or network have changed nothing.
   */
  async submit<Given extends UserRequest>(
    command: Given,
    { user, address }: Pick<Member, 'user' | 'address'>,
    ending: Ending = () => null,
  ): Promise<Committed<Given['type']>> {
    const network = networkOf(address);
    const waitSeconds = this.#limits.takeRefusal(network, user);
    if (waitSeconds > 0) return this.#end(command, network, ending(), waitSeconds);
    return this.#submit(command, () => this.#limits.giveBackRefusal(network, user));
  }

  /**
   * Submits the only command that ends an object, so that it cannot be refused many times at once. The ends that
   * change nothing are limited too, because their object is still there for the next one.
   */
  async #end<Given extends UserRequest>(
    command: Given,
    network: string,
    ending: string | null,
    waitSeconds: number,
  ): Promise<Committed<Given['type']>> {
    const { user } = command;
    const name = `${user} ${ending}`;
    const isRefused = ending === null || this.#ending.has(name) || this.#limits.takeEnd(network, user) > 0;
    if (isRefused) throw new RateExceeded(waitSeconds);
    this.#ending.add(name);
    try {
      return await this.#submit(command, () => this.#limits.giveBackEnd(network, user));
    } finally {
      this.#ending.delete(name);
    }
  }

  /** Submits the command, and calls `giveBack` unless it changed nothing, or may be committed without an answer. */
  async #submit<Given extends UserRequest>(command: Given, giveBack: () => void): Promise<Committed<Given['type']>> {
    let isCounted = false;
    try {
      const committed = await this.#core.submit(command);
      isCounted = changedNothing(committed.outcome);
      return committed;
    } catch (error) {
      // It may still be committed.
      isCounted = error instanceof CoreRefusal && error.key === 'outcome_pending';
      throw error;
    } finally {
      if (!isCounted) giveBack();
    }
  }
}

function changedNothing(outcome: { readonly type: string; readonly cancelled?: number }): boolean {
  return outcome.type === 'rejected' || outcome.type === 'repeated' || outcome.cancelled === 0;
}

declare module '../parts.ts' {
  interface Parts {
    /** Submits the commands of users. */
    readonly requests: Requests;
  }
}
