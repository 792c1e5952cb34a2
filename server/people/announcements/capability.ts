import { type AnnouncementParts, registerAnnouncements } from './console.ts';

/** Announcements of the venue to its users, by mail. */
export const announcements = {
  open: () => ({
    console: (parts: AnnouncementParts): void => {
      registerAnnouncements(parts);
    },
  }),
};
