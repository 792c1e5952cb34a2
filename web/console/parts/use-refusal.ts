import { englishTexts } from '../texts/en/index.ts';
import { useTexts, type PlainConsoleKey } from '../texts/texts.ts';
import { refusedBy } from '../wire/envelope.ts';

/** Returns the sentence for a refused request: the text `refusal.KEY`; null for any other failure. */
export function useRefusal(): (failure: unknown) => string | null {
  const t = useTexts();
  return (failure) => {
    const refused = refusedBy(failure);
    if (refused === null) return null;
    const key = `refusal.${refused.error}`;
    return isKey(key) ? t(key, refused.details) : t('refusal.other', { error: refused.error });
  };
}

/** Its parameters are the details of the refusal, so the type of the key cannot name them. */
function isKey(key: string): key is PlainConsoleKey {
  return key in englishTexts;
}
