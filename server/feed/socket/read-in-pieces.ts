import type { Socket } from 'node:net';

/** About as many of the shortest messages as one may send in a second. */
const pieceBytes = 1_024;

/**
 * Hands what a line brings to whoever hears it a piece at a time, for as long as it is to be read. A flood comes in
 * chunks of hundreds of messages; without this all of a chunk would be taken apart when the first of it were too many,
 * and hundreds of floods at a time would keep everybody waiting.
 */
export function readInPieces(line: Socket, mayRead: (bytes: number) => boolean): void {
  const hearers = line.listeners('data');
  line.removeAllListeners('data');
  line.on('data', (bytes: Buffer) => {
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      const piece = bytes.subarray(at, at + pieceBytes);
      if (!mayRead(piece.length)) return;
      for (const hear of hearers) Reflect.apply(hear, line, [piece]);
    }
  });
}
