import { changeOf, type NoticeSource } from '../feed/index.ts';

/** Tells a restricted user's pages to read the account again. */
export const restrictionNotices: NoticeSource = {
  reads: ['user_restricted'],
  of: ({ events }) =>
    events.flatMap((event) => (event.type === 'user_restricted' ? [changeOf('account', event.user)] : [])),
};
