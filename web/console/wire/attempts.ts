import { refusedBy } from './envelope.ts';

/** The `Idempotency-Key` of calls that move money, through all attempts to carry out an action once. */
export interface Attempts {
  /** The key for an input: that of the last attempt at the call if it had the same input and got no answer. */
  readonly keyOf: (path: string, input: unknown) => string;
  /** Takes the outcome of the last attempt at a call: null after a success, else its error. */
  readonly settle: (path: string, error: unknown) => void;
}

/** After these refusals the action was not tried, or its outcome is not known yet: the same key is sent again. */
const undecided: ReadonlySet<string> = new Set([
  'step_up_needed',
  'outcome_pending',
  'too_many_requests',
  'exchange_busy',
]);

export function createAttempts(newKey: () => string): Attempts {
  const open = new Map<string, { readonly input: string; readonly key: string }>();
  return {
    keyOf: (path, input) => {
      const text = JSON.stringify(input);
      const last = open.get(path);
      if (last?.input === text) return last.key;
      const key = newKey();
      open.set(path, { input: text, key });
      return key;
    },
    settle: (path, error) => {
      const refusal = refusedBy(error);
      if (error === null || (refusal !== null && !undecided.has(refusal.error))) open.delete(path);
    },
  };
}
