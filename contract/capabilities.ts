import type { Static } from 'typebox';
import { alertChannels } from './alerts/index.ts';
import type { Channel } from './channel.ts';
import type { CapabilityDocumentation } from './documentation/declare.ts';
import { indexChannels } from './index-price/index.ts';
import { leverageChannels } from './leverage/index.ts';
import { p2pChannels } from './p2p/index.ts';
import { secondsChannels } from './seconds/index.ts';
import { marketChannels } from './markets/index.ts';
import { savingsChannels } from './savings/index.ts';
import { type AnswerMessage, connectionChannels, type ErrorMessage, type ReplyMessage } from './socket/index.ts';
import { sendingChannels } from './sending/index.ts';
import { spotChannels } from './spot/index.ts';
import { walletChannels } from './wallet/index.ts';

/** The parts of a capability on the wire. */
interface Capability {
  /** The channels of the capability by the first part of their names. */
  readonly channels: Readonly<Record<string, Channel>>;
  /** Loaded on the first request for the documentation. It covers every call of the capability. */
  readonly documentation: () => Promise<{ readonly documentation: CapabilityDocumentation }>;
}

/** All capabilities, in the order of the documentation. Their error keys are collected in `errors.ts`. */
export const capabilities = [
  { channels: marketChannels, documentation: () => import('./markets/documentation.ts') },
  { channels: indexChannels, documentation: () => import('./index-price/documentation.ts') },
  { channels: spotChannels, documentation: () => import('./spot/documentation.ts') },
  { channels: {}, documentation: () => import('./convert/documentation.ts') },
  { channels: {}, documentation: () => import('./credits/documentation.ts') },
  { channels: walletChannels, documentation: () => import('./wallet/documentation.ts') },
  { channels: {}, documentation: () => import('./chains/documentation.ts') },
  { channels: {}, documentation: () => import('./deposits/documentation.ts') },
  { channels: {}, documentation: () => import('./topup/documentation.ts') },
  { channels: {}, documentation: () => import('./withdrawals/documentation.ts') },
  { channels: sendingChannels, documentation: () => import('./sending/documentation.ts') },
  { channels: {}, documentation: () => import('./demo-chain/documentation.ts') },
  { channels: {}, documentation: () => import('./addresses/documentation.ts') },
  { channels: savingsChannels, documentation: () => import('./savings/documentation.ts') },
  { channels: leverageChannels, documentation: () => import('./leverage/documentation.ts') },
  { channels: secondsChannels, documentation: () => import('./seconds/documentation.ts') },
  { channels: p2pChannels, documentation: () => import('./p2p/documentation.ts') },
  { channels: {}, documentation: () => import('./identity/documentation.ts') },
  { channels: {}, documentation: () => import('./agents/documentation.ts') },
  { channels: {}, documentation: () => import('./images/documentation.ts') },
  { channels: {}, documentation: () => import('./second-factor/documentation.ts') },
  { channels: {}, documentation: () => import('./payments/documentation.ts') },
  { channels: {}, documentation: () => import('./verification/documentation.ts') },
  { channels: {}, documentation: () => import('./notify/documentation.ts') },
  { channels: alertChannels, documentation: () => import('./alerts/documentation.ts') },
  { channels: {}, documentation: () => import('./content/documentation.ts') },
  { channels: {}, documentation: () => import('./support/documentation.ts') },
  { channels: connectionChannels, documentation: () => import('./socket/documentation.ts') },
] as const satisfies readonly Capability[];

type Channels = (typeof capabilities)[number]['channels'];
type NamesOf<Some> = Some extends unknown ? keyof Some : never;
type MessagesOf<Some> = Some extends Readonly<Record<string, Channel>> ? Static<Some[keyof Some]['message']> : never;

/** The first part of a channel's name. */
export type ChannelName = NamesOf<Channels>;

/** Every message that the server sends on the socket. */
export type ServerMessage = MessagesOf<Channels> | ReplyMessage | AnswerMessage | ErrorMessage;

/** Every channel by the first part of its name. */
export const channels: ReadonlyMap<string, Channel> = new Map(
  capabilities.flatMap((one) => Object.entries<Channel>(one.channels)),
);

/**
 * The channel with a full name such as `KLINE.BTC/USDT.5min`, and the first part of that name; undefined if there is
 * none.
 */
export function channelOf(name: string): { readonly kind: ChannelName; readonly channel: Channel } | undefined {
  const kind = name.split('.', 1)[0] ?? '';
  const channel = channels.get(kind);
  return channel === undefined || !isChannelName(kind) ? undefined : { kind, channel };
}

function isChannelName(kind: string): kind is ChannelName {
  return channels.has(kind);
}
