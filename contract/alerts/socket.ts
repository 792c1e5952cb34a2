import { Type, type Static } from 'typebox';
import { channel } from '../channel.ts';

/**
 * A new notice for the user. It follows from no command, so it has no sequence and is not sent again after a broken
 * connection: clients that reconnect read `notices/list`, where `n` identifies it.
 */
export const NoticeMessage = Type.Object({
  type: Type.Literal('NOTICE'),
  n: Type.Integer({ minimum: 1 }),
  template: Type.String(),
  figures: Type.Record(Type.String(), Type.String()),
});
export type NoticeMessage = Static<typeof NoticeMessage>;

export const alertChannels = {
  NOTICE: channel('user', 'login', 'NOTICE', 'A new notice for the user', NoticeMessage),
} as const;
