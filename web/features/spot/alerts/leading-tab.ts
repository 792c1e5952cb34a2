/** The used part of the browser's locks. */
export type Locks = Pick<LockManager, 'request'>;

export interface LeadingTab {
  /** Whether this tab is the one that acts. */
  readonly leads: () => boolean;
  readonly leave: () => void;
}

/**
 * Makes one tab of the site act among those that call this with the same name: the first, and after it has left or
 * closed the next. A browser has no locks on sites without HTTPS; there the tab in front acts.
 */
export function lead(name: string, locks: Locks | undefined, isInFront: () => boolean): LeadingTab {
  if (locks === undefined) return { leads: isInFront, leave: () => undefined };
  const left = new AbortController();
  let leading = false;
  const hold = async (): Promise<void> => {
    leading = true;
    await new Promise<void>((resolve) => left.signal.addEventListener('abort', () => resolve()));
  };
  locks.request(name, { signal: left.signal }, hold).catch(() => undefined);
  return {
    leads: () => leading && !left.signal.aborted,
    leave: () => left.abort(),
  };
}
