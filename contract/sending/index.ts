export {
  findRecipient,
  type RecentRecipient,
  recentRecipients,
  recentRecipientsCount,
  type Recipient,
  sendCoins,
  SendingQuote,
  sendingQuote,
  type SendingReason,
  type SendingSide,
  SentCoins,
  sentCoinsList,
  setSendingSettings,
} from './calls.ts';
export { sendingChannels } from './socket.ts';
