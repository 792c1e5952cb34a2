import type { PageGroup } from '@bourse/contract/texts';
import { learn } from './i18n.ts';

/**
 * Fetches the texts of a page together with its scripts, so that neither waits for the other and no key is ever seen.
 */
export function withTexts<Module>(texts: readonly PageGroup[], load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    const [module] = await Promise.all([load(), learn(texts)]);
    return module;
  };
}
