import { conforms } from '@bourse/contract';
import { DayMarketMessage, GlobalTxMessage, KlineMessage, MarketDepthMessage } from '@bourse/contract/markets';
import { ErrorMessage, ReplyMessage, StatusMessage } from '@bourse/contract/socket';
import { OrderMessage } from '@bourse/contract/spot';

/** A message of a capability, private or on a channel. Only the feature that listens for it knows its full shape. */
export interface PrivateMessage {
  readonly type: string;
  /** Absent in messages that follow from no command; these are never sent again. */
  readonly sequence?: number;
}

/** Answers of reads with this topic are outdated. A topic that the page does not know concerns none. */
export interface Change {
  readonly type: string;
  readonly topic: string;
  /** Answers that reflect this sequence have the change; absent if no sequence says so. */
  readonly sequence?: number;
}

/** A socket message by kind. */
export type Incoming =
  | { readonly kind: 'reply'; readonly message: ReplyMessage }
  | { readonly kind: 'status'; readonly message: StatusMessage }
  | { readonly kind: 'changed'; readonly message: Change }
  | { readonly kind: 'error'; readonly message: ErrorMessage }
  | { readonly kind: 'quotation'; readonly message: DayMarketMessage }
  | { readonly kind: 'depth'; readonly message: MarketDepthMessage }
  | { readonly kind: 'tape'; readonly message: GlobalTxMessage }
  | { readonly kind: 'candle'; readonly message: KlineMessage }
  | { readonly kind: 'order'; readonly message: OrderMessage }
  | { readonly kind: 'private'; readonly message: PrivateMessage };

/** Parses one text frame. Null when it is no message of the contract; the page ignores it. */
export function readServerMessage(text: string): Incoming | null {
  const message = parseJson(text);
  switch (kindOf(message)) {
    case 'reply':
      return conforms(ReplyMessage, message) ? { kind: 'reply', message } : null;
    case 'status':
      return conforms(StatusMessage, message) ? { kind: 'status', message } : null;
    case 'changed':
      return isPrivate(message) ? { kind: 'changed', message: changeOf(message) } : null;
    case 'error':
      return conforms(ErrorMessage, message) ? { kind: 'error', message } : null;
    case 'quotation':
      return conforms(DayMarketMessage, message) ? { kind: 'quotation', message } : null;
    case 'depth':
      return conforms(MarketDepthMessage, message) ? { kind: 'depth', message } : null;
    case 'tape':
      return conforms(GlobalTxMessage, message) ? { kind: 'tape', message } : null;
    case 'candle':
      return conforms(KlineMessage, message) ? { kind: 'candle', message } : null;
    case 'order':
      return conforms(OrderMessage, message) ? { kind: 'order', message } : null;
    case 'private':
      return isPrivate(message) ? { kind: 'private', message } : null;
    case null:
      return null;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function kindOf(message: unknown): Incoming['kind'] | null {
  if (typeof message !== 'object' || message === null || !('type' in message)) return null;
  if (typeof message.type !== 'string') return null;
  const [family = ''] = message.type.split('.', 1);
  switch (family) {
    case 'login':
    case 'sub':
    case 'unsub':
      return 'reply';
    case 'STATUS':
      return 'status';
    case 'MARKET_CHANGED':
    case 'CHANGED':
      return 'changed';
    case 'error':
      return 'error';
    case 'DAY_MARKET':
      return 'quotation';
    case 'MARKET_DEPTH':
      return 'depth';
    case 'GLOBAL_TX':
      return 'tape';
    case 'KLINE':
      return 'candle';
    case 'TX_SUBMIT':
    case 'TX_MATCHED':
    case 'TX_REDUCED':
    case 'TX_CANCELED':
      return 'order';
    default:
      return 'private';
  }
}

function changeOf(message: PrivateMessage): Change {
  return { topic: 'markets', ...message };
}

function isPrivate(message: unknown): message is PrivateMessage {
  return (
    typeof message === 'object' &&
    message !== null &&
    'type' in message &&
    typeof message.type === 'string' &&
    (!('sequence' in message) || Number.isSafeInteger(message.sequence))
  );
}
