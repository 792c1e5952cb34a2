import { type CapabilityDocumentation, chapter, type Description, describe, named } from '../documentation/declare.ts';
import * as calls from './calls.ts';
import { image } from './calls.ts';

const id = '5f0c9a1e7b3d48268e1f4a6c0d92b7e3';

const objects: readonly Description[] = [
  ...named(calls, {
    UploadedImage: {
      url: ['Address of the image, for the fields of other calls that take an image.', `/api/common/image?id=${id}`],
    },
  }),
  describe(image.input, { id: ['The id in the address of the image.', id] }),
];

export const documentation: CapabilityDocumentation = {
  chapters: [
    chapter('Images', calls, {
      imageUpload: {
        summary: 'Send an image: JPEG, PNG or WebP, up to 8 MiB and 50 megapixels',
        says: 'The image is stored anew as a JPEG without metadata such as the place of a photo, at most 2,000 pixels long. An image that no other call uses within 24 hours is deleted; a user may have 30 of these, 20 MB together.',
      },
      image: {
        summary: 'One of the user’s own images',
        says: 'The answer cannot be cached.',
        output: '(JPEG)',
      },
    }),
  ],
  objects,
};
