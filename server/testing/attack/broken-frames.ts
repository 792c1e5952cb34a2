/** WebSocket frames that violate the protocol or never end, as the bytes sent after a handshake. */
export const brokenFrames: readonly (readonly [what: string, bytes: Buffer])[] = [
  ['an unmasked text frame', Buffer.concat([Buffer.from([0x81, 0x04]), Buffer.from('ping')])],
  ['an invalid opcode', frame(0x83, Buffer.from('ping'))],
  ['a reserved bit', frame(0xc1, Buffer.from('ping'))],
  ['a fragmented ping', frame(0x09, Buffer.from('ping'))],
  ['a ping above the length limit', frame(0x89, Buffer.alloc(126))],
  ['a close with an incomplete code', frame(0x88, Buffer.from([3]))],
  ['a close with a reserved code', frame(0x88, Buffer.from([3, 0xed]))],
  ['a close with an invalid code', frame(0x88, Buffer.from([0, 1]))],
  ['a close with a reason that is not UTF-8', frame(0x88, Buffer.from([3, 0xe8, 0xff, 0xfe]))],
  ['a text that is not UTF-8', frame(0x81, Buffer.from([0xff, 0xfe, 0xc0, 0xaf]))],
  ['a text with half a surrogate pair', frame(0x81, Buffer.from([0xed, 0xa0, 0x80]))],
  ['a continuation without a first fragment', frame(0x80, Buffer.from('ping'))],
  [
    'a first fragment within a fragmented message',
    Buffer.concat([frame(0x01, Buffer.from('pi')), frame(0x01, Buffer.from('ng'))]),
  ],
  ['a length of 2⁶³', Buffer.from([0x81, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])],
  ['a length of 2⁵³', Buffer.from([0x81, 0xff, 0, 0x20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])],
  ['a length above the limit', Buffer.from([0x81, 0xfe, 0xff, 0xff, 0, 0, 0, 0])],
  [
    'fragments above the size limit',
    Buffer.concat(Array.from({ length: 2_000 }, () => frame(0x01, Buffer.from('0123456789')))),
  ],
  ['many empty frames', Buffer.concat(Array.from({ length: 5_000 }, () => frame(0x81, Buffer.alloc(0))))],
  ['many pings', Buffer.concat(Array.from({ length: 5_000 }, () => frame(0x89, Buffer.alloc(0))))],
  ['another request', Buffer.from('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')],
];

export const handshake: Buffer = Buffer.from(
  'GET /ws HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n',
);

/** A masked frame of at most 65 535 bytes. */
function frame(first: number, payload: Buffer): Buffer {
  const long = payload.length > 125;
  const head = Buffer.alloc(long ? 8 : 6);
  head[0] = first;
  head[1] = 0x80 | (long ? 126 : payload.length);
  if (long) head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
}
