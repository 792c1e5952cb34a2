import { type AnnouncementParts, registerAnnouncements } from './console.ts';
import { migrations } from './migrations/index.ts';
import { announcementPrivileges } from './tables.ts';

/** Announcements of the venue to its users, by mail. */
export const announcements = {
  tables: announcementPrivileges,
  migrations,
  open: () => ({
    console: (parts: AnnouncementParts): void => {
      registerAnnouncements(parts);
    },
  }),
};
