import { Type, type Static } from 'typebox';
import { imageCall, uploadCall } from '../call.ts';

/** The largest file that may be sent as an image. */
export const maxImageBytes = 8 * 1_048_576;

/** The longer side of a stored image in pixels; larger ones are reduced. */
export const maxImageSide = 2_000;

/** The media types of images that may be sent. The server looks at the first bytes, not at the declared type. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** The id of an image: 128 random bits. */
export const ImageId = Type.String({ pattern: '^[0-9a-f]{32}$', minLength: 32, maxLength: 32 });

/** A stored image, which is not part of anything yet. `url` can only be read by its owner. */
export const UploadedImage = Type.Object({ url: Type.String() });
export type UploadedImage = Static<typeof UploadedImage>;

export const imageUpload = uploadCall(
  { access: 'user', rate: 'upload' },
  'common/image_upload',
  maxImageBytes,
  UploadedImage,
  {
    refusals: ['image_type', 'image_too_large', 'image_too_many_pixels', 'image_broken', 'images_exhausted'],
  },
);

export const image = imageCall({ access: 'owner', rate: 'private' }, 'common/image', Type.Object({ id: ImageId }), {
  refusals: ['image_unknown'],
});

/** The address of an image in answers. */
export function imageUrl(id: string): string {
  return `/api/${image.path}?id=${id}`;
}

const reference = /^(?:\/api\/common\/image\?id=)?([0-9a-f]{32})$/;

/** An uploaded image in a request: its address or its id. */
export const ImageReference = Type.String({ pattern: reference.source, maxLength: 64 });

/** The id in an address of `imageUrl`, or the id itself; null for anything else. */
export function imageIdOf(urlOrId: string): string | null {
  return reference.exec(urlOrId)?.[1] ?? null;
}
