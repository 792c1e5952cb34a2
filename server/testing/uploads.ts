import { createHash, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { Envelope, RunningVenue } from './running-venue.ts';

/** Sends a file as the page does. */
export async function upload(
  venue: RunningVenue,
  token: string | null,
  bytes: Uint8Array<ArrayBuffer>,
  { part = 'file', type = 'image/png' }: { part?: string; type?: string } = {},
): Promise<Envelope<{ url: string }> & { readonly status: number }> {
  const form = new FormData();
  form.append(part, new Blob([bytes], { type }), 'front.png');
  const response = await fetch(`${venue.url}/api/common/image_upload`, {
    method: 'POST',
    headers: token === null ? {} : { authorization: token },
    body: form,
  });
  const envelope = (await response.json()) as Envelope<{ url: string }>;
  return { ...envelope, status: response.status };
}

/** A small image whose pixels follow from a name, so that no other name has the same content. */
async function tinyImage(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const [width, height, channels] = [8, 8, 3] as const;
  const pixels = createHash('shake256', { outputLength: width * height * channels })
    .update(name)
    .digest();
  return new Uint8Array(await sharp(pixels, { raw: { width, height, channels } }).png().toBuffer());
}

/** The id of a new image of a user. Images of one name have the same content; without one it is another each time. */
export async function imageOf(venue: RunningVenue, token: string, name: string = randomUUID()): Promise<string> {
  const { code, data, message } = await upload(venue, token, await tinyImage(name));
  if (code !== 1) throw new Error(message);
  return data.url.slice(-32);
}

/** The answer to a request for an image. */
export async function download(venue: RunningVenue, token: string | null, url: string): Promise<Response> {
  return fetch(venue.url + url, { headers: token === null ? {} : { authorization: token } });
}
