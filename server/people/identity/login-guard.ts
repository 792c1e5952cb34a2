import { AttemptLimit, siteOf, type Verdict } from '../../ground/gateway/index.ts';

/** Whether a login may be attempted now, or after a number of seconds or minutes, both rounded up. */
export type LoginVerdict =
  | { readonly kind: 'go' }
  | { readonly kind: 'later'; readonly seconds: number }
  | { readonly kind: 'locked'; readonly minutes: number };

/** The limits that an attempt can reach: of an account, by its failures or its logins, or of a whole network. */
export type ReachedLimit =
  | { readonly kind: 'account'; readonly cause: 'failures' | 'logins' }
  | { readonly kind: 'network'; readonly network: string };

const minuteMs = 60_000;
const maxFailuresOfPair = 10;
/** More failures than ten users would cause, so the address is probably trying many accounts. */
const maxFailuresOfAddress = 100;
/** The same limit for the largest network that may belong to one subscriber. */
const maxFailuresOfSite = 400;
/**
 * Successful logins per account from any address. Each costs as much as a failed one, but only someone with the
 * password can use this limit up.
 */
const maxLoginsOfAccount = 100;

/**
 * Locks an account for an address for 15 minutes after ten failures within 15 minutes, and limits each address to a
 * hundred failures within 15 minutes. It does not know which accounts exist, so it treats them all alike. Attempts in
 * progress count as failures until they are settled. An account with a hundred successful logins within 15 minutes has
 * to wait as well.
 */
export class LoginGuard {
  readonly #pairs: AttemptLimit;
  readonly #addresses: AttemptLimit;
  readonly #sites: AttemptLimit;
  readonly #accounts: AttemptLimit;

  /** @param remembered max pairs and addresses that are tracked, each; 100 000 if absent */
  constructor(remembered?: number) {
    const windowMs = 15 * minuteMs;
    this.#pairs = new AttemptLimit({ count: maxFailuresOfPair, windowMs, lockMs: windowMs }, remembered);
    this.#addresses = new AttemptLimit({ count: maxFailuresOfAddress, windowMs }, remembered);
    this.#sites = new AttemptLimit({ count: maxFailuresOfSite, windowMs }, remembered);
    this.#accounts = new AttemptLimit({ count: maxLoginsOfAccount, windowMs }, remembered);
  }

  /** Whether the attempt is allowed now. An allowed attempt has to be settled. */
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

  /** Attempts in progress do not count here, because strangers could use up the limit with them. */
  #loginsSpent(account: string, nowMs: number): Verdict {
    const verdict = this.#accounts.begin(account, nowMs);
    if (verdict.kind === 'go') this.#accounts.settle(account, nowMs, 'void');
    return verdict;
  }

  /**
   * Settles an attempt: `failed` counts, `right` clears earlier failures of the pair, `undecided` has no effect.
   * Returns the limits that it reaches.
   */
  settle(
    account: string,
    address: string,
    nowMs: number,
    outcome: 'failed' | 'right' | 'undecided',
  ): readonly ReachedLimit[] {
    const pair = { failed: 'counts', right: 'forgiven', undecided: 'void' } as const;
    const reached: ReachedLimit[] = [];
    const locksPair = this.#pairs.settle(pairKey(account, address), nowMs, pair[outcome]);
    if (locksPair) reached.push({ kind: 'account', cause: 'failures' });
    const failure = outcome === 'failed' ? 'counts' : 'void';
    const site = siteOf(address);
    if (this.#addresses.settle(address, nowMs, failure)) reached.push({ kind: 'network', network: address });
    if (this.#sites.settle(site, nowMs, failure)) reached.push({ kind: 'network', network: site });
    const locksAccount = outcome === 'right' && this.#accounts.settle(account, nowMs, 'counts');
    if (locksAccount) reached.push({ kind: 'account', cause: 'logins' });
    return reached;
  }
}

function pairKey(account: string, address: string): string {
  return `${address} ${account}`;
}
