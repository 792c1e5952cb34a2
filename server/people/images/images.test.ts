import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { userId } from '@bourse/engine';
import { applyGrants } from '../../ground/database/grants.ts';
import { inTransaction, openAppDatabase, openIdentityPool } from '../../ground/database/index.ts';
import { boxesOf } from '../../ground/secrets/index.ts';
import { type Envelope, type Person, RunningVenue, testPassword } from '../../testing/running-venue.ts';
import { Images } from './images.ts';
import { download, upload } from '../../testing/uploads.ts';
import { stored as declared } from '../../venue/stored.ts';

const dayMs = 86_400_000;

let venue: RunningVenue;
let ann: Person;
let nowMs = Date.UTC(2026, 0, 1);

beforeAll(async () => {
  venue = await RunningVenue.open({ now: () => nowMs });
  ann = await venue.person('ann');
});

afterAll(async () => {
  await venue.close();
});

/** A picture that compresses badly, so that its size in bytes grows with its sides. */
async function picture(format: 'jpeg' | 'png' | 'webp', side = 64): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const drawn = sharp({ create: { width: side, height: side, channels: 3, background: '#888', noise } });
  return new Uint8Array(await drawn.toFormat(format).toBuffer());
}

function bytesOf(...parts: readonly (string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))));
}

async function stored(url: string): Promise<Buffer> {
  return Buffer.from(await (await download(venue, ann.token, url)).arrayBuffer());
}

describe('an uploaded image', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('is stored as a JPEG: %s', async (format) => {
    const { code, data } = await upload(venue, ann.token, await picture(format));
    expect(code).toBe(1);
    const response = await download(venue, ann.token, data.url);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'no-store',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
    expect(await sharp(Buffer.from(await response.arrayBuffer())).metadata()).toMatchObject({
      format: 'jpeg',
      width: 64,
    });
  });

  test('loses its metadata, including the place of the photo, but keeps its orientation', async () => {
    const photo = await sharp({ create: { width: 60, height: 30, channels: 3, background: '#246' } })
      .withExif({ IFD0: { Copyright: 'secret-owner' }, IFD3: { GPSLatitude: '48/1 51/1 24/1', GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    const { data } = await upload(venue, ann.token, bytesOf(photo));
    const kept = await stored(data.url);
    const { exif, height, icc, orientation, width, xmp } = await sharp(kept).metadata();
    expect({ exif, icc, xmp, orientation, width, height }).toEqual({ width: 30, height: 60 });
    expect(kept.includes('secret-owner')).toBe(false);
  });

  test('is reduced to 2,000 pixels', async () => {
    const wide = await sharp({ create: { width: 5_000, height: 100, channels: 3, background: '#246' } })
      .png()
      .toBuffer();
    const { data } = await upload(venue, ann.token, bytesOf(wide));
    expect(await sharp(await stored(data.url)).metadata()).toMatchObject({ width: 2_000, height: 40 });
  });

  test('is unreadable in the database', async () => {
    await upload(venue, ann.token, await picture('jpeg'));
    const rows = await venue.database.query<{ sealed: Buffer }>('select sealed from app.images');
    for (const { sealed } of rows) expect(sealed.includes(Buffer.from('JFIF'))).toBe(false);
  });
});

describe('a file is refused', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

  test.each([
    ['an SVG that is declared as PNG', svg],
    ['HTML that is declared as PNG', '<!doctype html><script>alert(1)</script>'],
    ['a GIF', 'GIF89a'],
    ['an empty file', ''],
  ])('that is no JPEG, PNG or WebP: %s', async (_name, text) => {
    expect(await upload(venue, ann.token, bytesOf(text))).toMatchObject({ code: 0, error: 'image_type' });
  });

  test('that only begins like a PNG', async () => {
    const png = Buffer.from('89504e470d0a1a0a', 'hex');
    expect(await upload(venue, ann.token, bytesOf(png, svg))).toMatchObject({ code: 0, error: 'image_broken' });
    const half = (await picture('png')).subarray(0, 900);
    expect(await upload(venue, ann.token, bytesOf(half))).toMatchObject({ code: 0, error: 'image_broken' });
  });

  test('that decompresses to more than 50 megapixels, before it is decompressed', async () => {
    const bomb = await sharp({ create: { width: 8_000, height: 8_000, channels: 3, background: '#000' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(400_000);
    expect(await upload(venue, ann.token, bytesOf(bomb))).toMatchObject({
      error: 'image_too_many_pixels',
      details: { megapixels: 50 },
    });
  });

  test('of 9 MB, with or without a declared length', async () => {
    const large = bytesOf(await picture('png'), Buffer.alloc(9 * 1_048_576));
    expect(await upload(venue, ann.token, large)).toMatchObject({
      error: 'image_too_large',
      details: { megabytes: 8 },
    });
    const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n';
    const body = new ReadableStream({
      start: (controller) => {
        controller.enqueue(Buffer.from(head));
        controller.enqueue(large);
        controller.enqueue(Buffer.from('\r\n--b--\r\n'));
        controller.close();
      },
    });
    const streamed = await fetch(`${venue.url}/api/common/image_upload`, {
      method: 'POST',
      headers: { authorization: ann.token, 'content-type': 'multipart/form-data; boundary=b' },
      body,
      duplex: 'half',
    } as RequestInit);
    expect(await streamed.json()).toMatchObject({ error: 'image_too_large' });
  });

  test('in a part of another name, as JSON, or in a broken form', async () => {
    const wrong = await upload(venue, ann.token, await picture('png'), { part: 'image' });
    expect(wrong).toMatchObject({ error: 'invalid_request', details: { field: 'file', problem: 'required' } });
    expect((await ann.post('common/image_upload', { file: 'x' })).body.error).toBe('unsupported_media_type');
    const form = { 'content-type': 'multipart/form-data; boundary=x' };
    const broken = await venue.send('POST', 'common/image_upload', '--x\r\nno', { authorization: ann.token, ...form });
    expect(broken.body.error).toBe('invalid_request');
  });

  test('without a session, and no other call accepts a form', async () => {
    expect(await upload(venue, null, await picture('png'))).toMatchObject({ code: 999 });
    const form = { authorization: ann.token, 'content-type': 'multipart/form-data; boundary=x' };
    const { body } = await venue.send('POST', 'tx_in/add', '--x--', form);
    expect(body.error).toBe('unsupported_media_type');
  });
});

test('markup behind the pixels of an image does not survive', async () => {
  const polyglot = bytesOf(await picture('jpeg'), '<script>alert(1)</script>');
  const { data } = await upload(venue, ann.token, polyglot);
  expect((await stored(data.url)).includes('<script>')).toBe(false);
});

test('an image is unknown to all other users, and its address needs a session', async () => {
  const { data } = await upload(venue, ann.token, await picture('png'));
  const bob = await venue.person('bob');
  const answer = (await (await download(venue, bob.token, data.url)).json()) as Envelope<null>;
  expect(answer).toMatchObject({ code: 0, error: 'image_unknown' });
  expect(await (await download(venue, null, data.url)).json()).toMatchObject({ code: 999 });
});

test('a user has at most 30 unused images, also by parallel uploads, and they are deleted after 24 hours', async () => {
  const kim = await venue.person('kim');
  const png = await picture('png');
  const codes: unknown[] = [];
  for (let n = 0; n < 16; n += 1) {
    const pair = await Promise.all([upload(venue, kim.token, png), upload(venue, kim.token, png)]);
    codes.push(...pair.map(({ code, error }) => (code === 1 ? 'stored' : error)));
  }
  expect(codes.filter((code) => code === 'stored')).toHaveLength(30);
  expect(codes.filter((code) => code === 'images_exhausted')).toHaveLength(2);
  nowMs += dayMs;
  const login = await venue.post<{ token: string }>('user/login', { account: kim.account, password: testPassword });
  expect((await upload(venue, login.body.data.token, png)).code).toBe(1);
});

describe('attaching an image', () => {
  test('works once, for its owner, and starts and ends its retention', async () => {
    const db = openAppDatabase(openIdentityPool(venue.database.settings));
    await applyGrants(venue.database.settings, declared.tables);
    const settings = {
      images_identity_days: 0,
      images_rejected_days: 90,
      images_payment_days: 5,
      images_feedback_days: 1,
    };
    const box = boxesOf(Buffer.alloc(32, 7))('images');
    const images = new Images({ db, box, settings, now: () => nowMs });
    const mia = await venue.person('mia');
    const { data } = await upload(venue, mia.token, await picture('png'));
    const attach = async (user: number) =>
      inTransaction(db, (transaction) =>
        images.attach(transaction, userId(user), data.url, { kind: 'identity', owner: 'verification 1' }),
      );
    expect(await attach(ann.id)).toMatchObject({ error: 'image_unknown' });
    const id = await attach(mia.id);
    if (typeof id !== 'string') throw new Error('the image was not attached');
    expect(await attach(mia.id)).toMatchObject({ error: 'image_unknown' });
    nowMs += 1_000 * dayMs;
    expect(await images.read(id)).not.toBeNull();
    await inTransaction(db, (transaction) => images.detach(transaction, id));
    nowMs += 89 * dayMs;
    expect(await images.read(id)).not.toBeNull();
    nowMs += dayMs;
    expect(await images.read(id)).toBeNull();
    await images.deleteOld();
    const left = await venue.database.query('select 1 from app.images where id = $1', [id]);
    expect(left).toEqual([]);
    await db.destroy();
  });
});
