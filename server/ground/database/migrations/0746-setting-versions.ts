import { appMigration } from '../migration.ts';

/** Who changed a setting last, when (epoch milliseconds), and how often it was changed. */
export const settingVersions = appMigration(
  `alter table site_settings
     add column version integer not null default 1,
     add column changed_at bigint,
     add column changed_by integer`,
);
