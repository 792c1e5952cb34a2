import { inTime } from './in-time.ts';

/** The font of `--font`, whose arrival would change the width of every text. */
const textFont = '1em "Inter Variable"';

/**
 * Loads the parts of the font that these texts need. When they arrive late or not at all, this page is shown in fonts
 * of the machine until it is loaded again: nothing moves under the reader's eyes.
 *
 * @param texts resolves with the texts of the page in its language
 */
export async function awaitTextFont(texts: Promise<string>): Promise<void> {
  const loaded = texts.then(async (letters) => document.fonts.load(textFont, letters));
  if ((await inTime(loaded)) === null) document.documentElement.dataset['font'] = 'system';
}
