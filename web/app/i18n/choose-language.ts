import type { BrowserStorage } from '../../live/browser-storage.ts';
import { reloadInPlace } from '../reload-in-place.ts';
import { languages, type LanguageCode } from './languages.ts';

/** Keeps the language that the reader chose, and loads the page anew in it. */
export function chooseAndReload(storage: BrowserStorage, code: LanguageCode): void {
  storage.write('lang', code);
  storage.write('locale', languages[code].locale);
  reloadInPlace();
}
