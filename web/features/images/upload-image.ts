import { imageUpload, type UploadedImage } from '@bourse/contract/images';
import type { Live } from '../../live/context.tsx';
import { readEnvelope } from '../../live/envelope.ts';
import { CallFailure } from '../../live/failure.ts';

interface Uploading {
  readonly signal: AbortSignal;
  /** Called with the sent part of the file, from 0 to 1. */
  readonly onProgress: (part: number) => void;
}

/** Sends an image, or throws a `CallFailure`. Only this kind of request reports its progress in every browser. */
export function uploadImage(
  { headersOf, session }: Pick<Live, 'headersOf' | 'session'>,
  file: Blob,
  { onProgress, signal }: Uploading,
): Promise<UploadedImage> {
  const { promise, reject, resolve } = Promise.withResolvers<UploadedImage>();
  const { token } = session.store.getState();
  const request = new XMLHttpRequest();
  request.open('POST', `/api/${imageUpload.path}`);
  for (const [name, value] of Object.entries(headersOf(imageUpload))) request.setRequestHeader(name, value);
  request.responseType = 'json';
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
  request.addEventListener('load', () => {
    const outcome = readEnvelope(imageUpload, request.response, token);
    if (outcome.kind === 'success') resolve(outcome.data);
    else reject(new CallFailure(outcome));
  });
  request.addEventListener('error', () => reject(new CallFailure({ kind: 'failed' })));
  signal.addEventListener('abort', () => {
    request.abort();
    reject(new CallFailure({ kind: 'superseded' }));
  });
  const form = new FormData();
  form.append(imageUpload.upload.part, file, 'image');
  request.send(form);
  return promise;
}
