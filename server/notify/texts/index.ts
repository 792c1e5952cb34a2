import type { Language } from '@bourse/contract/messages';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { hi } from './in.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { nl } from './nl.ts';
import { pt } from './pt.ts';
import type { Texts } from './texts.ts';
import { tr } from './tr.ts';
import { zh } from './zh.ts';
import { zhTw } from './zh_TW.ts';

export type { CodeName, Texts } from './texts.ts';

/** The words of messages, one catalogue a language. */
export const texts: Readonly<Record<Language, Texts>> = {
  en,
  de,
  it,
  es,
  fr,
  zh,
  in: hi,
  pt,
  ja,
  zh_TW: zhTw,
  nl,
  tr,
};
