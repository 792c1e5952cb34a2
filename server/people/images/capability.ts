import { image, imageUpload, imageUrl, maxImageBytes } from '@bourse/contract/images';
import { done, FairTurns, refused } from '../../ground/gateway/index.ts';
import { Images, type ImagesParts } from './images.ts';
import { maxPixels, recodeImage } from './recode-image.ts';
import { migrations } from './migrations/index.ts';
import { imagePrivileges } from './tables.ts';
import { purposesOf } from '../../ground/secrets/index.ts';
import type { With } from '../../ground/parts.ts';

/** Decoding needs a whole processor and up to 200 MB, so images follow one another, users taking turns. */
const turnsOfImages = { atOnce: 1, waiting: 16 };

type ImagesRegistration = With<'gateway' | 'images'>;

type ImagesStart = With<'background' | 'images'>;

interface Sources extends Omit<ImagesParts, 'db' | 'box'>, With<'boxFor'> {
  readonly identityDb: ImagesParts['db'];
}

/** Images that users send: checked, encoded again, sealed, and served to those who may see them. */
export const images = {
  tables: imagePrivileges,
  migrations,
  sealed: [{ table: 'images', column: 'sealed', purposes: purposesOf('images'), place: `'image ' || id` }],
  offers: ({ boxFor, identityDb: db, now, settings }: Sources) => ({
    /** The images of users: attached to things, and read by those who may see them. */
    images: new Images({ db, box: boxFor('images'), settings, now }),
  }),
  open: ({ background, gateway, images: store }: ImagesRegistration & ImagesStart): void => {
    const turns = new FairTurns(turnsOfImages);
    gateway.upload(imageUpload, async (bytes, { user }) => {
      if (bytes === null) return refused('image_too_large', { megabytes: maxImageBytes / 1_048_576 });
      const recoded = await turns.run(String(user), () => recodeImage(bytes));
      if (recoded === 'image_too_many_pixels') {
        return refused('image_too_many_pixels', { megapixels: maxPixels / 1_000_000 });
      }
      if (typeof recoded === 'string') return refused(recoded);
      const id = await store.add(user, recoded);
      return typeof id === 'string' ? done({ url: imageUrl(id) }) : id;
    });
    gateway.image(image, async ({ id }, { user }) => {
      const bytes = await store.readFor(user, id);
      return bytes === null ? refused('image_unknown') : done(bytes);
    });
    background.work('images: delete expired', { everyMs: 60_000, needsClock: true }, () => store.deleteOld());
  },
};
