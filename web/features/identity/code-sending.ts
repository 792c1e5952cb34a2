/** For how long no further code can be asked for. */
export interface ResendLock {
  readonly seconds: number;
  readonly untilMs: number;
}

/** How far the sending of codes to one account has come. */
export interface CodeSending {
  /** The account; with another one it begins anew. */
  readonly target: string;
  readonly sending: boolean;
  readonly lock: ResendLock | null;
}

export type CodeSendingStep =
  | { readonly kind: 'target'; readonly target: string }
  | { readonly kind: 'begin' }
  /** The server took the request, or says that it took one before: the next can be made after so many seconds. */
  | { readonly kind: 'lock'; readonly target: string; readonly seconds: number; readonly nowMs: number }
  | { readonly kind: 'fail'; readonly target: string };

export function beginning(target: string): CodeSending {
  return { target, sending: false, lock: null };
}

/**
 * What a step makes of it. An answer that comes after the account has changed is about the other account and changes
 * nothing.
 */
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

/**
 * Seconds until the next code can be asked for, as they are shown. A clock that is set back does not make them more.
 */
export function secondsLeft(lock: ResendLock | null, nowMs: number): number {
  if (lock === null) return 0;
  return Math.max(0, Math.min(lock.seconds, Math.ceil((lock.untilMs - nowMs) / 1_000)));
}

/** How long the number that is shown stands, in milliseconds. */
export function untilNextSecond(lock: ResendLock, nowMs: number): number {
  const left = lock.untilMs - nowMs;
  return left <= 0 ? 0 : left - (Math.ceil(left / 1_000) - 1) * 1_000;
}
