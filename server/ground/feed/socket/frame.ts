import type { ServerMessage } from '@bourse/contract/capabilities';

/** One or several messages as bytes on the wire, encoded once for all recipients. */
export type Frame = Buffer;

export function frameOf(message: ServerMessage): Frame {
  return textFrame(JSON.stringify(message));
}

/** A text as an RFC 6455 frame: a single fragment, opcode 1, unmasked because only clients mask. */
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

/** The answer to a protocol ping with the same payload, which has at most 125 bytes. */
export function pongFrame(data: Buffer): Frame {
  return Buffer.concat([Buffer.from([0x8a, data.length]), data]);
}

/** Concatenates frames. */
export function joined(frames: readonly Frame[]): Frame {
  const [first] = frames;
  return first !== undefined && frames.length === 1 ? first : Buffer.concat(frames);
}
