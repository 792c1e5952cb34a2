import { appMigration } from '../../../ground/database/index.ts';

/**
 * Articles that are written before they are published: an article without `published_at` is invisible to readers, and
 * each saved version keeps all its texts. Category 21 has the dialog of the home page, which is in no public list.
 * Times are epoch milliseconds.
 */
export const articleVersions = appMigration(
  'alter table news add column published_at bigint',
  'update news set published_at = created_at',
  'alter table news drop constraint news_category_id_check',
  'alter table news add constraint news_category_id_check check (category_id between 21 and 26)',
  `create table news_versions (
    news_id bigint not null references news (id) on delete cascade,
    version integer not null check (version > 0),
    category_id integer not null check (category_id between 21 and 26),
    position integer not null,
    banner text not null,
    -- Texts by language: {"en": {"title": …, "summary": …, "content": …}}.
    texts jsonb not null,
    saved_by integer not null,
    saved_at bigint not null,
    -- When it last became the version that readers see; null if never.
    published_at bigint,
    primary key (news_id, version)
  )`,
);
