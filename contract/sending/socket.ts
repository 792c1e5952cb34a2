import { Type, type Static } from 'typebox';
import { channel } from '../channel.ts';
import { WalletAccount } from '../wallet/index.ts';
import { SentCoins } from './calls.ts';

/**
 * Coins were sent or received. Like `WALLET`, it has no sequence and is not sent again after a broken connection:
 * clients that reconnect read the lists.
 */
export const SentMessage = Type.Object({
  type: Type.Literal('SENT'),
  row: SentCoins,
  /** The spot account of the user afterwards. */
  account: WalletAccount,
});
export type SentMessage = Static<typeof SentMessage>;

export const sendingChannels = {
  SENT: channel('user', 'login', 'SENT', 'Coins that the user has sent or received', SentMessage),
} as const;
