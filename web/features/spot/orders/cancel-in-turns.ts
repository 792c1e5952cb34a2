/** How many orders one request has cancelled, and whether its limit left some. */
interface Turn {
  readonly cancelled: number;
  readonly more: boolean;
}

/**
 * Cancels all orders with as many requests as needed, because each is limited. Resolves with their number; `onSome` is
 * called with the progress after each request.
 */
export async function cancelInTurns(
  requests: readonly (() => Promise<Turn>)[],
  onSome: (total: number) => void,
): Promise<number> {
  let total = 0;
  for (const request of requests) {
    for (let continues = true; continues;) {
      const { cancelled, more } = await request();
      total += cancelled;
      onSome(total);
      // Stop when nothing can be cancelled any more.
      continues = more && cancelled > 0;
    }
  }
  return total;
}
