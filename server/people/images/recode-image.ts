import { maxImageSide } from '@bourse/contract/images';
import sharp from 'sharp';

/** The largest number of pixels that is decoded; a small file can declare many more. */
export const maxPixels = 50_000_000;

const quality = 85;
const timeoutSeconds = 10;

/** An image as it is stored: a JPEG without metadata. */
export interface RecodedImage {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

// Only these decoders can run, whatever the bytes claim to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] });
// One image is decoded at a time, on one thread, so that the others are free for the exchange.
sharp.concurrency(1);
sharp.cache(false);

/**
 * Decodes a JPEG, PNG or WebP and encodes its pixels again. Metadata, further frames and bytes that only look like an
 * image do not survive this.
 */
export async function recodeImage(
  bytes: Buffer,
): Promise<RecodedImage | 'image_type' | 'image_too_many_pixels' | 'image_broken'> {
  const format = formatOf(bytes);
  if (format === null) return 'image_type';
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: maxPixels, pages: 1, failOn: 'error' })
      .timeout({ seconds: timeoutSeconds })
      .autoOrient()
      .resize({ width: maxImageSide, height: maxImageSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch (error) {
    const isTooLarge = error instanceof Error && error.message.includes('exceeds pixel limit');
    return isTooLarge ? 'image_too_many_pixels' : 'image_broken';
  }
}

function formatOf(bytes: Buffer): 'jpeg' | 'png' | 'webp' | null {
  if (startsWith(bytes, 'ffd8ff')) return 'jpeg';
  if (startsWith(bytes, '89504e470d0a1a0a')) return 'png';
  const isWebp = startsWith(bytes, '52494646') && bytes.subarray(8, 12).toString('latin1') === 'WEBP';
  return isWebp ? 'webp' : null;
}

function startsWith(bytes: Buffer, hex: string): boolean {
  return bytes.subarray(0, hex.length / 2).toString('hex') === hex;
}
