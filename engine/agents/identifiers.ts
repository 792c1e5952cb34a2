import type { AttachmentNumber } from './commands.ts';

/** Brands the number of an attachment. Throws a RangeError unless it is a positive safe integer. */
export function attachmentNumber(value: number): AttachmentNumber {
  if (!Number.isSafeInteger(value) || value < 1) throw new RangeError(`not an attachment: ${value}`);
  return value as AttachmentNumber;
}
