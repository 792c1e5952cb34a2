/** The idempotency keys of calls that move money, through all attempts to have a request carried out once. */
export interface Attempts {
  /** The key for a request: that of the last attempt at the call if its terms are the same and undecided. */
  readonly keyOf: (path: string, input: object) => string;
  /** Takes the answer to an attempt: null after a success, else the reason of the refusal. */
  readonly settle: (path: string, input: object, refusal: string | null) => void;
}

interface Ports {
  readonly newKey: () => string;
  readonly nowMs: () => number;
}

interface Attempt {
  readonly terms: string;
  readonly key: string;
  readonly atMs: number;
}

/** After these refusals the request was not tried, or its outcome is not known yet: the same key is sent again. */
const undecided: ReadonlySet<string> = new Set([
  'step_up_needed',
  'outcome_pending',
  'too_many_requests',
  'exchange_busy',
  'exchange_closed',
]);

/** These fields prove or explain a request; another code or reason makes no other request. */
const besideTerms: ReadonlySet<string> = new Set([
  'pay_password',
  'code',
  'totp_code',
  'passkey',
  'reason_code',
  'reason',
]);

/** After this time the same terms are a new request: people have seen the outcome of the first in their lists. */
const keptForMs = 10 * 60_000;

export function createAttempts({ newKey, nowMs }: Ports): Attempts {
  const open = new Map<string, Attempt>();
  return {
    keyOf: (path, input) => {
      const terms = termsOf(input);
      const last = open.get(path);
      if (last?.terms === terms && nowMs() - last.atMs < keptForMs) return last.key;
      const key = newKey();
      open.set(path, { terms, key, atMs: nowMs() });
      return key;
    },
    settle: (path, input, refusal) => {
      if (open.get(path)?.terms !== termsOf(input)) return;
      if (refusal === null || !undecided.has(refusal)) open.delete(path);
    },
  };
}

function termsOf(input: object): string {
  const terms = Object.entries(input).filter(([name, value]) => !besideTerms.has(name) && value !== undefined);
  return JSON.stringify(terms.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
