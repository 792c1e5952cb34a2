import { changeOf, type NoticeSource } from '../../ground/feed/index.ts';

/** Reports a changed restriction to the user's pages, which then read the account again. */
export const restrictionNotices: NoticeSource = {
  reads: ['user_restricted'],
  of: ({ events }) =>
    events.flatMap((event) => (event.type === 'user_restricted' ? [changeOf('account', event.user)] : [])),
};
