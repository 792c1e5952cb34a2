/** How many orders one request has cancelled, and whether its limit left some. */
interface Turn {
  readonly cancelled: number;
  readonly more: boolean;
}

/**
 * Cancels all orders with as many requests as needed, because each is limited. Resolves with their number; `onSome` is
 * called with the progress after each request.
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
      // Stop when nothing can be cancelled any more.
      goesOn = more && cancelled > 0;
    }
  }
  return revoked;
}
