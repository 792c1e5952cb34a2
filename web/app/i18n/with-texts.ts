import type { PageGroup } from '@bourse/contract/texts';
import { loadGroups } from './i18n.ts';

/** Loads a page's texts in parallel with its scripts, so that raw keys are never visible. */
export function withTexts<Module>(texts: readonly PageGroup[], load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    const [module] = await Promise.all([load(), loadGroups(texts)]);
    return module;
  };
}
