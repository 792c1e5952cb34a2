/** How many orders one request has cancelled, and whether its bound left some. */
interface Turn {
  readonly cancelled: number;
  readonly more: boolean;
}

/**
 * Cancels request by request, because each is bounded, until none is left. Answers how many there were; `onSome` hears
 * of them after each request.
 */
export async function revokeInTurns(
  requests: readonly (() => Promise<Turn>)[],
  onSome: (revoked: number) => void,
): Promise<number> {
  let revoked = 0;
  for (const request of requests) {
    for (let goesOn = true; goesOn;) {
      const { cancelled, more } = await request();
      revoked += cancelled;
      onSome(revoked);
      // What cannot be cancelled is not asked for for ever.
      goesOn = more && cancelled > 0;
    }
  }
  return revoked;
}
