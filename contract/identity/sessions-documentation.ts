import { chapter, type Description, describe, named } from '../documentation/declare.ts';
import { secondFactorDescriptions } from './account-documentation.ts';
import * as sessions from './sessions.ts';
import { amendPassword, sessionRevoke, sessionRevokeOthers } from './sessions.ts';

export const sessionObjects: readonly Description[] = [
  ...named(sessions, {
    SessionInfo: {
      id: ['Id of the session, for `user/revoke_session`.', 12],
      current: ['1 for the session of this call.', 1],
      remembered: ['1 if it lasts 30 days from the login.', 0],
      browser: ['Browser or program at the login; empty if unknown.', 'Firefox'],
      system: ['Operating system at the login; empty if unknown.', 'Windows'],
      kind: ['Apparent kind of device.', 'computer'],
      device_id: [
        'An id of the device, the same for all sessions of the user on it; empty if the login named none. It is not the id that the client sends.',
        '0b6f8a1c3d5e7f90',
      ],
      address: ['Network address of the login.', '203.0.113.7'],
      created_at: ['Time of the login, epoch milliseconds.', 1767225600000],
      last_used_at: ['Time of the last use in minutes precision, epoch milliseconds.', 1767229200000],
      expires_at: ['Expiry if it is not used, epoch milliseconds.', 1767315600000],
    },
  }),
  describe(sessionRevoke.input, { id: ['Id of one of the user’s own sessions.', 12] }),
  describe(sessionRevokeOthers.output, { ended: ['Number of sessions ended.', 2] }),
  describe(amendPassword.input, {
    old_password: ['The current password.', 'Tq8zkw2p'],
    new_password: ['The new password, with the rules of the registration.', 'Hv3mxd9r'],
    secondary_password: ['The new password again.', 'Hv3mxd9r'],
    ...secondFactorDescriptions,
  }),
];

export const sessionChapter = chapter('Sessions', sessions, {
  sessionList: { summary: 'The user’s own live sessions, the current one first, then by last use' },
  sessionRevoke: { summary: 'End one of the user’s own sessions', says: 'Sockets logged in with it are closed.' },
  sessionRevokeOthers: { summary: 'End all of the user’s own sessions except this one' },
  amendPassword: {
    summary: 'Change the login password',
    says: 'Also ends all other sessions of the account. Wrong current passwords count as failed logins.',
  },
});
