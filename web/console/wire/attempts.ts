import { refusedBy } from './envelope.ts';

/** The `Idempotency-Key` of an action that moves money, through the attempts of one person to carry it out once. */
export interface Attempts {
  /** The key of this input: that of the last attempt if it got no answer and had the same input, else a new one. */
  readonly keyOf: (input: unknown) => string;
  /** Takes the outcome of the attempt: undefined after a success, else its error. */
  readonly settle: (error: unknown) => void;
}

/** After these refusals the action was not tried, or its outcome is not known yet: the same key is sent again. */
const undecided: ReadonlySet<string> = new Set([
  'step_up_needed',
  'outcome_pending',
  'too_many_requests',
  'exchange_busy',
]);

export function createAttempts(newKey: () => string): Attempts {
  let open: { readonly input: string; readonly key: string } | null = null;
  return {
    keyOf: (input) => {
      const text = JSON.stringify(input);
      if (open?.input !== text) open = { input: text, key: newKey() };
      return open.key;
    },
    settle: (error) => {
      const refusal = refusedBy(error);
      if (error === undefined || (refusal !== null && !undecided.has(refusal.error))) open = null;
    },
  };
}
