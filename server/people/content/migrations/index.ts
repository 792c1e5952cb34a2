import type { Steps } from '../../../ground/database/index.ts';
import { news } from './0500-news.ts';
import { articleVersions } from './0743-article-versions.ts';

/** The migrations of this room. */
export const migrations: Steps = {
  '0500-news': news,
  '0743-article-versions': articleVersions,
};
