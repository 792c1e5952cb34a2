import { conforms, type Channel, type MessageOf } from '@bourse/contract';
import { socketTiming, type ClientMessage, type ReplyMessage } from '@bourse/contract/socket';
import type { OrderMessage } from '@bourse/contract/spot';
import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  continuationOf,
  positionAfter,
  positionFrom,
  privatePositionAfter,
  privatePositionFrom,
  type ChannelKind,
  type Position,
  type PrivatePosition,
} from './position.ts';
import { reconnectDelayMs } from './reconnect.ts';
import { readServerMessage, type Change, type Incoming, type PrivateMessage } from './server-message.ts';

/** Live data older than this is stale. */
const staleAfterMs = 5_000;

/** The server answers every ping. A connection with no message for this much longer than the ping interval is dead. */
const pongGraceMs = 5_000;

/** Allowed for a ping's round trip before silence counts as staleness. */
const roundTripMs = 1_500;

/** An attempt to connect is abandoned after this time, because a network that drops packets never reports an error. */
const connectDeadlineMs = 10_000;

export interface SocketStatus {
  readonly phase: 'connecting' | 'open' | 'waiting';
  /** True when the data on screen may be outdated: nothing was received for too long, or the exchange is closed. */
  readonly stale: boolean;
  /** True when the server reports the exchange closed. */
  readonly closed: boolean;
  /** True when the server reports that only cancels are accepted, on every market. */
  readonly cancelOnly: boolean;
}

/** The point at which private messages start. */
export interface PrivateStart {
  /** No message reports changes up to this sequence. */
  readonly sequence: number;
  /** The connection broke before, so some messages may be missing. */
  readonly afterBreak: boolean;
  /** The server's sequences started again, so sequences before and after cannot be compared. */
  readonly isReset: boolean;
}

/**
 * Listens to one channel. `restarted` is called when the channel could not resume after a break and the next message
 * starts over.
 */
export interface ChannelListener {
  message(incoming: Incoming): void;
  restarted?(): void;
}

export interface LiveSocket {
  readonly status: StoreApi<SocketStatus>;
  /** Round trip of the last ping in milliseconds; null before the first and while disconnected. */
  readonly latency: StoreApi<number | null>;
  /** Subscribes while there is at least one listener. The returned function removes the listener. */
  listen(channel: string, listener: ChannelListener): () => void;
  /** Requests a new snapshot of a channel after a gap. */
  resubscribe(channel: string): void;
  onOrder(listener: (message: OrderMessage) => void): () => void;
  /** Called with each message of a private channel. The returned function removes the listener. */
  onPrivate<C extends Channel>(channel: C, listener: (message: MessageOf<C>) => void): () => void;
  onChange(listener: (change: Change) => void): () => void;
  /**
   * Called when the server begins to report changes on a connection and earlier ones may be missing, because another
   * connection broke before. On a first connection none are: the server sends those since the page was opened. The
   * changes that only the user receives begin with the login.
   */
  onGap(listener: (isLogin: boolean) => void): () => void;
  /** Called when private messages start without resuming: changes up to that point have to be fetched. */
  onPrivateStart(listener: (start: PrivateStart) => void): () => void;
  /**
   * Sets the session whose private messages are delivered; null for a visitor. Switching sessions opens a new
   * connection.
   */
  identify(token: string | null): void;
  start(): void;
}

/** A channel with listeners, and how far its messages have been received. */
interface Subscription {
  readonly listeners: Set<ChannelListener>;
  position: Position | null;
}

type ChannelMessage = Incoming & { readonly kind: ChannelKind };

/** The used part of a WebSocket. */
export type Connection = Pick<WebSocket, 'readyState' | 'send' | 'close' | 'addEventListener'>;

export interface SocketPorts {
  readonly open: () => Connection;
  readonly random: () => number;
  readonly now: () => number;
  /** Calls the listener when the device is online again. */
  readonly onOnline: (listener: () => void) => void;
  /** Called when the server no longer accepts the token of this connection. */
  readonly onSessionEnded: () => void;
}

/**
 * The page's only connection to `/ws`: it pings every five seconds and reconnects with growing delays, then logs in and
 * subscribes again, resuming where the server still has the missed messages. Subscriptions are counted, so that several
 * panels can listen to one channel.
 */
export function createSocket(ports: SocketPorts): LiveSocket {
  const status = createStore<SocketStatus>(() => ({
    phase: 'connecting',
    stale: false,
    closed: false,
    cancelOnly: false,
  }));
  const latency = createStore<number | null>(() => null);
  const channels = new Map<string, Subscription>();
  const orderListeners = new Set<(message: OrderMessage) => void>();
  const privateListeners = new Set<(message: PrivateMessage) => void>();
  const changeListeners = new Set<(change: Change) => void>();
  const gapListeners = new Set<(isLogin: boolean) => void>();
  const startListeners = new Set<(start: PrivateStart) => void>();
  let connection: Connection | null = null;
  let token: string | null = null;
  let orders: PrivatePosition | null = null;
  /** Whether private messages may have been lost with a broken connection. */
  let ordersBroke = false;
  /** Whether the server has said on this connection that it reports changes on it. */
  let isGreeted = false;
  /** Whether changes may have been missed since the page was opened. */
  let hasGap = false;
  const startedAtMs = ports.now();
  let failures = 0;
  let openedAtMs = ports.now();
  let receivedAtMs = ports.now();
  let pingedAtMs: number | null = null;
  let retry: ReturnType<typeof setTimeout> | null = null;

  const send = (message: ClientMessage): void => {
    if (connection?.readyState === WebSocket.OPEN) connection.send(JSON.stringify(message));
  };

  const ping = (): void => {
    if (connection?.readyState !== WebSocket.OPEN) return;
    pingedAtMs ??= ports.now();
    connection.send('ping');
  };

  const onPong = (): void => {
    if (pingedAtMs !== null) latency.setState(ports.now() - pingedAtMs, true);
    pingedAtMs = null;
  };

  const connect = (): void => {
    if (retry !== null) clearTimeout(retry);
    retry = null;
    const opened = ports.open();
    connection = opened;
    isGreeted = false;
    openedAtMs = ports.now();
    pingedAtMs = null;
    latency.setState(null, true);
    setStatus({ phase: 'connecting' });
    opened.addEventListener('open', () => {
      if (connection === opened) onOpen();
    });
    opened.addEventListener('message', (event: MessageEvent<unknown>) => {
      if (connection === opened && typeof event.data === 'string') onText(event.data);
    });
    opened.addEventListener('close', () => {
      if (connection === opened) onClose();
    });
  };

  const onOpen = (): void => {
    failures = 0;
    receivedAtMs = ports.now();
    setStatus({ phase: 'open', stale: false, closed: false, cancelOnly: false });
    if (token !== null) send({ type: 'login', params: token, ...(orders && { from: orders.known, run: orders.run }) });
    for (const [channel, { listeners, position }] of channels) {
      const continuation = continuationOf(position);
      if (continuation === null) for (const listener of listeners) listener.restarted?.();
      send({ type: 'sub', params: channel, ...continuation });
    }
    ping();
  };

  const onText = (text: string): void => {
    receivedAtMs = ports.now();
    if (status.getState().stale) setStatus({ stale: status.getState().closed });
    if (text === 'pong') return onPong();
    const incoming = readServerMessage(text);
    if (incoming === null) return;
    switch (incoming.kind) {
      case 'order':
        if (isNew(incoming.message.sequence, `${incoming.message.type} ${incoming.message.order.id}`)) {
          for (const listener of orderListeners) listener(incoming.message);
        }
        return;
      case 'private': {
        const subscription = channels.get(incoming.message.type);
        if (subscription !== undefined) return receive(subscription, incoming);
        if (incoming.message.sequence === undefined || isNew(incoming.message.sequence, text)) {
          for (const listener of privateListeners) listener(incoming.message);
        }
        return;
      }
      case 'status':
        setStatus({
          stale: !incoming.message.open,
          closed: !incoming.message.open,
          cancelOnly: incoming.message.cancel_only,
        });
        // The first message of a connection: from now on the server sends changes on it.
        if (!isGreeted) {
          isGreeted = true;
          hasGap ||= ports.now() - startedAtMs >= socketTiming.changesKept;
          tellGap(false);
        }
        return;
      case 'changed':
        for (const listener of changeListeners) listener(incoming.message);
        return;
      case 'error':
        if (incoming.message.error === 'session_ended' && token !== null) ports.onSessionEnded();
        return;
      case 'reply':
        onReply(incoming.message);
        return;
      case 'quotation':
      case 'depth':
      case 'tape':
      case 'candle': {
        const subscription = channels.get(incoming.message.type);
        if (subscription !== undefined) receive(subscription, incoming);
      }
    }
  };

  const tellGap = (isLogin: boolean): void => {
    if (hasGap) for (const listener of gapListeners) listener(isLogin);
  };

  /** Passes a channel's message to its listeners. */
  const receive = (subscription: Subscription, incoming: ChannelMessage): void => {
    const { position } = subscription;
    const { sequence } = incoming.message;
    if (position !== null && sequence !== undefined) {
      subscription.position = positionAfter(position, { kind: incoming.kind, sequence });
    }
    for (const listener of subscription.listeners) listener.message(incoming);
  };

  const onReply = (reply: ReplyMessage): void => {
    if (reply.type === 'login') {
      const { sequence, run } = reply;
      const isReset = orders !== null && orders.run !== run && sequence < orders.last;
      const start = { sequence, afterBreak: ordersBroke, isReset };
      orders = privatePositionFrom(orders, reply);
      ordersBroke = false;
      if (reply.resumed !== true) for (const listener of startListeners) listener(start);
      tellGap(true);
      return;
    }
    const subscription = channels.get(reply.params);
    if (reply.type === 'unsub' || subscription === undefined) return;
    // The channel was asked to resume but starts over.
    if (reply.resumed === false) for (const listener of subscription.listeners) listener.restarted?.();
    subscription.position = positionFrom(subscription.position, reply);
  };

  /** Records a private message; false when it was received before a break already. */
  const isNew = (sequence: number, name: string): boolean => {
    const before = orders;
    if (before !== null) orders = privatePositionAfter(before, sequence, name);
    return before === null || orders !== before;
  };

  const subscribe = (channel: string, subscription: Subscription): void => {
    subscription.position = null;
    send({ type: 'sub', params: channel });
  };

  const onClose = (): void => {
    connection = null;
    failures += 1;
    ordersBroke ||= token !== null;
    hasGap = true;
    latency.setState(null, true);
    setStatus({ phase: 'waiting' });
    retry = setTimeout(connect, reconnectDelayMs(failures, ports.random()));
  };

  /** Drops a connection without waiting for its close event, which never comes on a dead network. */
  const abandon = (): void => {
    const dead = connection;
    connection = null;
    hasGap = true;
    dead?.close();
  };

  const watch = (): void => {
    const silentMs = ports.now() - receivedAtMs;
    const open = connection?.readyState === WebSocket.OPEN;
    const isDead = open
      ? silentMs > socketTiming.pingEvery + pongGraceMs
      : connection !== null && ports.now() - openedAtMs >= connectDeadlineMs;
    if (isDead) {
      abandon();
      onClose();
    }
    const silent = silentMs > (open ? staleAfterMs + roundTripMs : staleAfterMs);
    setStatus({ stale: silent || status.getState().closed });
  };

  const setStatus = (change: Partial<SocketStatus>): void => {
    const before = status.getState();
    const after = { ...before, ...change };
    const isSame =
      after.phase === before.phase &&
      after.stale === before.stale &&
      after.closed === before.closed &&
      after.cancelOnly === before.cancelOnly;
    if (!isSame) status.setState(after);
  };

  return {
    status,
    latency,
    listen: (channel, listener) => {
      const subscription = channels.get(channel) ?? { listeners: new Set(), position: null };
      const { listeners } = subscription;
      channels.set(channel, subscription);
      listeners.add(listener);
      // A second listener needs a snapshot too, which only a new subscription sends.
      if (listeners.size > 1) send({ type: 'unsub', params: channel });
      subscribe(channel, subscription);
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return;
        channels.delete(channel);
        send({ type: 'unsub', params: channel });
      };
    },
    resubscribe: (channel) => {
      const subscription = channels.get(channel);
      if (subscription === undefined) return;
      send({ type: 'unsub', params: channel });
      subscribe(channel, subscription);
    },
    onOrder: (listener) => {
      orderListeners.add(listener);
      return () => orderListeners.delete(listener);
    },
    onPrivate: <C extends Channel>(channel: C, listener: (message: MessageOf<C>) => void) => {
      const listen = (message: PrivateMessage): void => {
        if (message.type === channel.name && conforms<C['message']>(channel.message, message)) listener(message);
      };
      privateListeners.add(listen);
      return () => privateListeners.delete(listen);
    },
    onChange: (listener) => {
      changeListeners.add(listener);
      return () => changeListeners.delete(listener);
    },
    onGap: (listener) => {
      gapListeners.add(listener);
      return () => gapListeners.delete(listener);
    },
    onPrivateStart: (listener) => {
      startListeners.add(listener);
      return () => startListeners.delete(listener);
    },
    identify: (next) => {
      if (next === token) return;
      const changesPerson = token !== null;
      token = next;
      orders = null;
      ordersBroke = false;
      if (connection === null) return;
      if (changesPerson) {
        abandon();
        connect();
      } else if (next !== null) send({ type: 'login', params: next });
    },
    start: () => {
      connect();
      setInterval(ping, socketTiming.pingEvery);
      setInterval(watch, 1_000);
      ports.onOnline(() => {
        // An attempt that is still pending was started while offline.
        if (connection?.readyState === WebSocket.OPEN) return;
        abandon();
        connect();
      });
    },
  };
}
