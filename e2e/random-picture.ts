import { crc32, deflateSync } from 'node:zlib';

const size = 8;

/** A PNG file in base64 with random pixels, which hardly any other has. */
export function randomPicture(random: () => number): string {
  // Rows of eight grey pixels, each after the number of its filter: zero, without one.
  const rows = Buffer.from(
    Array.from({ length: size * (size + 1) }, (_, at) => (at % (size + 1) === 0 ? 0 : Math.floor(random() * 256))),
  );
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header[8] = 8;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]).toString('base64');
}

/** A chunk of a PNG file: length, type, content and checksum. */
function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
