import { AttemptLimit, siteOf, type Verdict } from '../gateway/index.ts';

/** What a login may do: go on, come back in so many seconds, or wait so many minutes; both rounded up. */
export type LoginVerdict =
  | { readonly kind: 'go' }
  | { readonly kind: 'later'; readonly seconds: number }
  | { readonly kind: 'locked'; readonly minutes: number };

const minuteMs = 60_000;
const failuresOfPair = 10;
/** Ten accounts' worth of failures: more come from somebody who goes through accounts. */
const failuresOfAddress = 100;
/** The same of all networks within the widest that may be one subscriber's. */
const failuresOfSite = 400;
/**
 * Logins of one account, wherever from: each costs as much as a wrong one, and only who has the password can use them
 * up.
 */
const rightOfAccount = 100;

/**
 * Locks a pair of account and address out for 15 minutes after ten failures within 15 minutes, and lets an address fail
 * at most a hundred times within 15 minutes. It knows nothing of which accounts exist, so it says the same about all of
 * them. Ten at once are ten: an attempt holds a place from its start, and gives it back when it did not come to a
 * judgement. An account that was logged in to a hundred times within 15 minutes waits, too.
 */
export class LoginGuard {
  readonly #pairs: AttemptLimit;
  readonly #addresses: AttemptLimit;
  readonly #sites: AttemptLimit;
  readonly #accounts: AttemptLimit;

  /** Remembers so many pairs and addresses each; a hundred thousand when absent. */
  constructor(remembered?: number) {
    const windowMs = 15 * minuteMs;
    this.#pairs = new AttemptLimit({ count: failuresOfPair, windowMs, lockMs: windowMs }, remembered);
    this.#addresses = new AttemptLimit({ count: failuresOfAddress, windowMs }, remembered);
    this.#sites = new AttemptLimit({ count: failuresOfSite, windowMs }, remembered);
    this.#accounts = new AttemptLimit({ count: rightOfAccount, windowMs }, remembered);
  }

  /** Whether the pair may try now. When it may, the attempt has to be settled. */
  begin(account: string, address: string, nowMs: number): LoginVerdict {
    const pair = this.#pairs.begin(pairKey(account, address), nowMs);
    if (pair.kind === 'locked') return { kind: 'locked', minutes: Math.ceil(pair.waitMs / minuteMs) };
    if (pair.kind === 'crowded') return { kind: 'later', seconds: 1 };
    const whole = this.#addresses.begin(address, nowMs);
    const site = whole.kind === 'go' ? this.#sites.begin(siteOf(address), nowMs) : whole;
    const spent = site.kind === 'go' ? this.#loginsSpent(account, nowMs) : site;
    if (spent.kind === 'go') return { kind: 'go' };
    this.#pairs.settle(pairKey(account, address), nowMs, 'void');
    if (whole.kind === 'go') this.#addresses.settle(address, nowMs, 'void');
    if (site.kind === 'go') this.#sites.settle(siteOf(address), nowMs, 'void');
    return { kind: 'later', seconds: spent.kind === 'locked' ? Math.ceil(spent.waitMs / 1_000) : 1 };
  }

  /** Attempts under way hold no place here: strangers could hold them all. */
  #loginsSpent(account: string, nowMs: number): Verdict {
    const verdict = this.#accounts.begin(account, nowMs);
    if (verdict.kind === 'go') this.#accounts.settle(account, nowMs, 'void');
    return verdict;
  }

  /** The attempt failed, was right (then earlier failures of the pair are forgotten), or came to no judgement. */
  settle(account: string, address: string, nowMs: number, outcome: 'failed' | 'right' | 'undecided'): void {
    const pair = { failed: 'counts', right: 'forgiven', undecided: 'void' } as const;
    this.#pairs.settle(pairKey(account, address), nowMs, pair[outcome]);
    const failure = outcome === 'failed' ? 'counts' : 'void';
    this.#addresses.settle(address, nowMs, failure);
    this.#sites.settle(siteOf(address), nowMs, failure);
    if (outcome === 'right') this.#accounts.settle(account, nowMs, 'counts');
  }
}

function pairKey(account: string, address: string): string {
  return `${address} ${account}`;
}
