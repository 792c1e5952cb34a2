import { type Language, languages } from '@bourse/contract/texts';
import type { BrowserStorage } from '../../live/browser-storage.ts';
import { reloadInPlace } from '../reload-in-place.ts';

/** Stores the user's language and reloads the page in it. */
export function chooseAndReload(storage: BrowserStorage, code: Language): void {
  storage.write('lang', code);
  storage.write('locale', languages[code].tag);
  reloadInPlace();
}
