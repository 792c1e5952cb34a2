import type { KlineMessage, Period } from '@bourse/contract';
import type { LiveSocket } from '../socket.ts';
import { createFrameBatch } from '../frame-batch.ts';

/**
 * Follows the running bar of one market and period until the answer is called. Of several messages in one frame about
 * the same bar only the last is told; older sequences are dropped.
 */
export function watchBars(
  socket: LiveSocket,
  symbol: string,
  period: Period,
  onBar: (bar: KlineMessage) => void,
): () => void {
  let sequence = -1;
  let watching = true;
  const batch = createFrameBatch<KlineMessage>((messages) => {
    if (!watching) return;
    const lastOfBar = new Map<number, KlineMessage>();
    for (const message of messages) {
      if (message.sequence < sequence) continue;
      sequence = message.sequence;
      lastOfBar.set(message.time, message);
    }
    for (const bar of lastOfBar.values()) onBar(bar);
  });
  const stop = socket.listen(`KLINE.${symbol}.${period}`, {
    message: (incoming) => {
      if (incoming.kind === 'bar') batch.add(incoming.message);
    },
    restarted: () => {
      sequence = -1;
    },
  });
  return () => {
    watching = false;
    stop();
  };
}
