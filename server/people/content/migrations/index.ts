import type { Steps } from '../../../ground/database/index.ts';
import { news } from './0500-news.ts';
import { articleVersions } from './0743-article-versions.ts';

/** The steps of these tables. A released step is never changed. */
export const migrations: Steps = {
  '0500-news': news,
  '0743-article-versions': articleVersions,
};
