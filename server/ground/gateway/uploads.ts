import multipart from '@fastify/multipart';
import type { Upload } from '@bourse/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refused, type Refused } from './answer.ts';

/** Uploads of one user, and of all users, whose bodies are in memory at the same time. */
export const uploadsAtOnce = { ofPerson: 2, ofAll: 24 };

/** Allowance for the boundaries and headers of the form around the file. */
const formBytes = 4_096;

/** Lets the routes of `scope`, and no others, read a form with one file. They no longer accept JSON. */
export async function acceptForms(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers();
  await scope.register(multipart);
}

/** Counts the uploads in progress, so that their bodies cannot fill the memory. */
export class UploadSlots {
  readonly #people = new Map<number, number>();
  #all = 0;

  /** Takes a slot until the answer is sent or the connection is lost; false if there is none. */
  take(person: number, answer: { once(event: 'close', listener: () => void): unknown }): boolean {
    const own = this.#people.get(person) ?? 0;
    if (own >= uploadsAtOnce.ofPerson || this.#all >= uploadsAtOnce.ofAll) return false;
    this.#people.set(person, own + 1);
    this.#all += 1;
    answer.once('close', () => {
      this.#giveBack(person);
    });
    return true;
  }

  #giveBack(person: number): void {
    const left = (this.#people.get(person) ?? 0) - 1;
    if (left > 0) this.#people.set(person, left);
    else this.#people.delete(person);
    this.#all -= 1;
  }
}

/** Lets the routes of `scope` also read a form whose input is JSON in one of its parts. */
export async function acceptFormsToo(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart);
}

/** The text of one part of a form; other parts are read and ignored. Null if the form is malformed or lacks it. */
export async function readPart(request: FastifyRequest, name: string, maxBytes: number): Promise<string | null> {
  const limits = { fieldSize: maxBytes, fileSize: maxBytes, files: 2, fields: 4, parts: 4, headerPairs: 20 };
  let found: string | null = null;
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') await part.toBuffer();
      else if (part.fieldname === name && !part.valueTruncated && typeof part.value === 'string') found = part.value;
    }
  } catch {
    return null;
  }
  return found;
}

/** The file of an upload; null if it is too large. */
export async function readUpload(
  request: FastifyRequest,
  { maxBytes, part }: Upload,
): Promise<Buffer | Refused<'invalid_request'> | null> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + formBytes) return null;
  try {
    return await fileOf(request, maxBytes, part);
  } catch {
    // The form is malformed or incomplete, or has further parts.
    return refused('invalid_request', { field: 'body', problem: 'format' });
  }
}

async function fileOf(
  request: FastifyRequest,
  maxBytes: number,
  part: string,
): Promise<Buffer | Refused<'invalid_request'> | null> {
  const limits = { fileSize: maxBytes, files: 1, fields: 0, parts: 1, headerPairs: 20, fieldNameSize: 20 };
  const file = await request.file({ limits, throwFileSizeLimit: false });
  if (file === undefined || file.fieldname !== part) {
    file?.file.resume();
    return refused('invalid_request', { field: part, problem: 'required' });
  }
  const bytes = await file.toBuffer();
  return file.file.truncated ? null : bytes;
}
