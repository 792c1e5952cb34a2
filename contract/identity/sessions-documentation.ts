import { chapter, type Description, describe, named } from '../documentation/declare.ts';
import * as sessions from './sessions.ts';
import { amendPassword, sessionRevoke, sessionRevokeOthers } from './sessions.ts';

export const sessionObjects: readonly Description[] = [
  ...named(sessions, {
    SessionInfo: {
      id: ['Id of the session, for `user/revoke_session`.', 12],
      current: ['1 for the session of this call.', 1],
      remembered: ['1 when it lasts 30 days from the login.', 0],
      browser: ['What the client called itself at the login; empty when that is not known.', 'Firefox'],
      system: ['The system it named; empty when that is not known.', 'Windows'],
      kind: ['What kind of device it seems to be.', 'computer'],
      device_id: ['The device id given at the login; empty when there was none.', '0b6f8a1c'],
      address: ['Network address that the login came from.', '203.0.113.7'],
      created_at: ['Time of the login, epoch milliseconds.', 1767225600000],
      last_used_at: ['Time of the last use, to the minute, epoch milliseconds.', 1767229200000],
      expires_at: ['When it ends unless it is used, epoch milliseconds.', 1767315600000],
    },
  }),
  describe(sessionRevoke.input, { id: ['Id of one of one’s own sessions.', 12] }),
  describe(sessionRevokeOthers.output, { ended: ['How many sessions were ended.', 2] }),
  describe(amendPassword.input, {
    old_password: ['The present password.', 'Tq8zkw2p'],
    new_password: ['The new one: 6 to 16 letters or digits, and none of the 10 000 most common.', 'Hv3mxd9r'],
    secondary_password: ['The same once more.', 'Hv3mxd9r'],
  }),
];

export const sessionChapter = chapter('Sessions', sessions, {
  sessionList: { summary: 'One’s own live sessions, this one first, then by last use' },
  sessionRevoke: { summary: 'End one of one’s own sessions', says: 'Sockets that are logged in with it are closed.' },
  sessionRevokeOthers: { summary: 'End all of one’s own sessions but this one' },
  amendPassword: {
    summary: 'Change the login password',
    says: 'Ends all other sessions of the account in the same step. Wrong present passwords count as failed logins.',
  },
});
