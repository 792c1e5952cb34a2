import { Announcer, type AnnouncerParts } from './announcer.ts';
import { type AnnouncementParts, registerAnnouncements } from './console.ts';
import { migrations } from './migrations/index.ts';
import { announcementPrivileges } from './tables.ts';

/** Announcements of the venue to its users, by mail. */
export const announcements = {
  tables: announcementPrivileges,
  migrations,
  offers: ({ background, identityDb, log, notify, now, views }: AnnouncerParts) => ({
    /** Queues the mails of announcements. */
    announcer: new Announcer({ background, identityDb, notify, views, now, log }),
  }),
  open: () => ({
    console: (parts: AnnouncementParts): void => {
      registerAnnouncements(parts);
    },
  }),
};
