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

/** The smallest image that is accepted. */
async function tinyImage(): Promise<Uint8Array<ArrayBuffer>> {
  const drawn = sharp({ create: { width: 8, height: 8, channels: 3, background: '#246' } });
  return new Uint8Array(await drawn.png().toBuffer());
}

/** The id of a new image of a user. */
export async function imageOf(venue: RunningVenue, token: string): Promise<string> {
  const { code, data, message } = await upload(venue, token, await tinyImage());
  if (code !== 1) throw new Error(message);
  return data.url.slice(-32);
}

/** The answer to a request for an image. */
export async function download(venue: RunningVenue, token: string | null, url: string): Promise<Response> {
  return fetch(venue.url + url, { headers: token === null ? {} : { authorization: token } });
}
