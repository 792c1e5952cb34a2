/** The time during which no further code can be requested. */
export interface ResendLock {
  readonly seconds: number;
  readonly untilMs: number;
}

/** The state of sending codes to one account. */
export interface CodeSending {
  /** The account; the state is reset when it changes. */
  readonly target: string;
  readonly sending: boolean;
  readonly lock: ResendLock | null;
}

export type CodeSendingStep =
  | { readonly kind: 'target'; readonly target: string }
  | { readonly kind: 'begin' }
  /**
   * The server accepted the request, or refused it because of an earlier one; the next is allowed after this many
   * seconds.
   */
  | { readonly kind: 'lock'; readonly target: string; readonly seconds: number; readonly nowMs: number }
  | { readonly kind: 'fail'; readonly target: string };

export function beginning(target: string): CodeSending {
  return { target, sending: false, lock: null };
}

/** The state after a step. A result for an account that is no longer selected changes nothing. */
export function afterStep(state: CodeSending, step: CodeSendingStep): CodeSending {
  switch (step.kind) {
    case 'target':
      return step.target === state.target ? state : beginning(step.target);
    case 'begin':
      return { ...state, sending: true };
    case 'lock': {
      if (step.target !== state.target) return state;
      const { seconds, nowMs } = step;
      return { ...state, sending: false, lock: { seconds, untilMs: nowMs + seconds * 1_000 } };
    }
    case 'fail':
      return step.target === state.target ? { ...state, sending: false } : state;
  }
}

/** The displayed number of seconds until the next code can be requested. Setting the clock back does not raise it. */
export function secondsLeft(lock: ResendLock | null, nowMs: number): number {
  if (lock === null) return 0;
  return Math.max(0, Math.min(lock.seconds, Math.ceil((lock.untilMs - nowMs) / 1_000)));
}

/** Milliseconds until the displayed number changes. */
export function untilNextSecond(lock: ResendLock, nowMs: number): number {
  const left = lock.untilMs - nowMs;
  return left <= 0 ? 0 : left - (Math.ceil(left / 1_000) - 1) * 1_000;
}
