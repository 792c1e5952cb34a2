import { appMigration } from '../../../ground/database/index.ts';

/** Who changed a setting last, when (epoch milliseconds), and how often it was changed. */
export const settingVersions = appMigration(
  `alter table site_settings
     add column version integer not null default 1,
     add column changed_at bigint,
     add column changed_by integer`,
);
