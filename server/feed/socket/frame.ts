import type { ServerMessage } from '@bourse/contract/capabilities';

/** One message or several as the bytes of the line, made ready once for all who are sent them. */
export type Frame = Buffer;

export function frameOf(message: ServerMessage): Frame {
  return textFrame(JSON.stringify(message));
}

/** A whole text as RFC 6455 frames it: one fragment, opcode 1, no mask, since only clients mask. */
export function textFrame(text: string): Frame {
  const length = Buffer.byteLength(text);
  const start = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = 0x81;
  if (start === 2) frame[1] = length;
  else if (start === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeUInt16BE(0, 2);
    frame.writeUIntBE(length, 4, 6);
  }
  frame.write(text, start);
  return frame;
}

/** The answer to a ping of the protocol, which holds the same at most 125 bytes. */
export function pongFrame(data: Buffer): Frame {
  return Buffer.concat([Buffer.from([0x8a, data.length]), data]);
}

/** Several frames, one after the other. */
export function joined(frames: readonly Frame[]): Frame {
  const [first] = frames;
  return first !== undefined && frames.length === 1 ? first : Buffer.concat(frames);
}
