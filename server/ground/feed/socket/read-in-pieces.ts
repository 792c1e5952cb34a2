import type { Socket } from 'node:net';

/** About as many bytes as a client may send in a second in the shortest messages. */
const pieceBytes = 1_024;

/**
 * Passes received data to the `data` listeners in small pieces while `mayRead` allows it. A flood arrives in chunks of
 * hundreds of messages; without this, the whole chunk would be parsed even if its first messages exceed the limit, and
 * hundreds of floods at a time would block the event loop.
 */
export function readInPieces(line: Socket, mayRead: (bytes: number) => boolean): void {
  const listeners = line.listeners('data');
  line.removeAllListeners('data');
  line.on('data', (bytes: Buffer) => {
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      const piece = bytes.subarray(at, at + pieceBytes);
      if (!mayRead(piece.length)) return;
      for (const countMessage of listeners) Reflect.apply(countMessage, line, [piece]);
    }
  });
}
