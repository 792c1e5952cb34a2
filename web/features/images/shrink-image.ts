import { imageTypes, maxImageSide } from '@bourse/contract/images';

/** Smaller files of accepted types are sent as they are. */
const smallBytes = 1_000_000;
const quality = 0.9;

/**
 * The image as it is worth sending: photos are reduced to the size that the server stores, and other types that this
 * browser can read, such as HEIC, become a JPEG. A file that cannot be read is returned unchanged, and the server says
 * what is wrong with it.
 */
export async function shrinkImage(file: File): Promise<Blob> {
  if (file.size <= smallBytes && imageTypes.some((type) => type === file.type)) return file;
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
    try {
      return (await drawn(picture)) ?? file;
    } finally {
      picture.close();
    }
  } catch {
    return file;
  }
}

async function drawn(picture: ImageBitmap): Promise<Blob | null> {
  const { height, width } = sizeWithin(picture, maxImageSide);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) return null;
  // JPEG has no transparency.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.drawImage(picture, 0, 0, width, height);
  const { promise, resolve } = Promise.withResolvers<Blob | null>();
  canvas.toBlob(resolve, 'image/jpeg', quality);
  return promise;
}

/** The size with the same proportions whose longer side is at most `side`. */
function sizeWithin(
  { height, width }: { readonly width: number; readonly height: number },
  side: number,
): { readonly width: number; readonly height: number } {
  const factor = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
}
