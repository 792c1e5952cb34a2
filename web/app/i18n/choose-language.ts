import { type Language, languages } from '@bourse/contract/texts';
import type { BrowserStorage } from '../../live/browser-storage.ts';
import { reloadInPlace } from '../reload-in-place.ts';

/** Keeps the language that the reader chose, and loads the page anew in it. */
export function chooseAndReload(storage: BrowserStorage, code: Language): void {
  storage.write('lang', code);
  storage.write('locale', languages[code].tag);
  reloadInPlace();
}
