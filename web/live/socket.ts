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
  type Position,
  type PrivatePosition,
} from './position.ts';
import { reconnectDelayMs } from './reconnect.ts';
import { readServerMessage, type Incoming, type PrivateMessage } from './server-message.ts';

/** Live data older than this is stale. */
const staleAfterMs = 5_000;

/** Every ping is answered; when one stays unanswered this much longer than the interval, the connection is dead. */
const pongGraceMs = 5_000;

/** A reply travels there and back before silence counts as staleness. */
const roundTripMs = 1_500;

/** A connection that is not made within this time is given up: a network that swallows everything never says so. */
const connectDeadlineMs = 10_000;

export interface SocketStatus {
  readonly phase: 'connecting' | 'open' | 'waiting';
  /**
   * True when what is shown may no longer hold: the server has not been heard for long, or says that the exchange is
   * closed.
   */
  readonly stale: boolean;
  /** True when the server says that the exchange takes no orders. */
  readonly closed: boolean;
  /** True when the server says that the exchange takes cancels and no orders, on any market. */
  readonly cancelOnly: boolean;
}

/** From where on private messages come. */
export interface PrivateStart {
  /** What happened up to this sequence no message tells. */
  readonly sequence: number;
  /** A connection broke since the messages before, so that some of them may be missing. */
  readonly afterBreak: boolean;
  /** The server has begun its sequences anew: that one is higher does not make it later. */
  readonly isAnew: boolean;
}

/**
 * Listens to one channel. `restarted` tells that after a break the channel could not be continued and the next message
 * starts over.
 */
export interface ChannelListener {
  message(incoming: Incoming): void;
  restarted?(): void;
}

export interface LiveSocket {
  readonly status: StoreApi<SocketStatus>;
  /**
   * How long the last ping took there and back, in milliseconds; null until one has, and while there is no connection.
   */
  readonly latency: StoreApi<number | null>;
  /** Subscribes while at least one listener is there. The answer ends it. */
  listen(channel: string, listener: ChannelListener): () => void;
  /** Asks for a new snapshot of a channel, after a gap. */
  resubscribe(channel: string): void;
  onOrder(listener: (message: OrderMessage) => void): () => void;
  /** Called with each message of a channel that begins with the login. The answer ends it. */
  onPrivate<C extends Channel>(channel: C, listener: (message: MessageOf<C>) => void): () => void;
  /** Called when a market is no longer what the list of markets said of it. */
  onMarket(listener: () => void): () => void;
  /** Called each time a broken connection is back, so that what no channel tells can be fetched. */
  onReconnect(listener: () => void): () => void;
  /**
   * Called when private messages begin without going on from those before: what happened until then has to be fetched.
   */
  onPrivateStart(listener: (start: PrivateStart) => void): () => void;
  /** Who the private messages are for; null for a visitor. A change of person starts a new connection. */
  identify(token: string | null): void;
  start(): void;
}

/** A channel that somebody listens to, and up to where its messages have come. */
interface Subscription {
  readonly listeners: Set<ChannelListener>;
  position: Position | null;
}

/** What is used of a connection. */
export type Connection = Pick<WebSocket, 'readyState' | 'send' | 'close' | 'addEventListener'>;

export interface SocketPorts {
  readonly open: () => Connection;
  readonly random: () => number;
  readonly now: () => number;
  /** Tells when the network of this device is back. */
  readonly onOnline: (listener: () => void) => void;
  /** The server no longer knows the token of this connection. */
  readonly onSessionEnded: () => void;
}

/**
 * The one connection to `/ws`: a ping every five seconds, reconnect with growing waits, login and subscriptions made
 * again after each reconnect, from where they broke off when the server still knows what was missed. Subscriptions are
 * counted, so that two panels may listen to one channel.
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
  const marketListeners = new Set<() => void>();
  const reconnectListeners = new Set<() => void>();
  const startListeners = new Set<(start: PrivateStart) => void>();
  let connection: Connection | null = null;
  let token: string | null = null;
  let orders: PrivatePosition | null = null;
  /** Whether a connection broke on which private messages may have been missed. */
  let ordersBroke = false;
  let failures = 0;
  let hasBeenOpen = false;
  let openedAtMs = ports.now();
  let heardAtMs = ports.now();
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
    heardAtMs = ports.now();
    setStatus({ phase: 'open', stale: false, closed: false, cancelOnly: false });
    if (token !== null) send({ type: 'login', params: token, ...(orders && { from: orders.known, run: orders.run }) });
    for (const [channel, { listeners, position }] of channels) {
      const continuation = continuationOf(position);
      if (continuation === null) for (const listener of listeners) listener.restarted?.();
      send({ type: 'sub', params: channel, ...continuation });
    }
    if (hasBeenOpen) for (const listener of reconnectListeners) listener();
    hasBeenOpen = true;
    ping();
  };

  const onText = (text: string): void => {
    heardAtMs = ports.now();
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
      case 'private':
        if (isNew(incoming.message.sequence, text)) {
          for (const listener of privateListeners) listener(incoming.message);
        }
        return;
      case 'status':
        setStatus({
          stale: !incoming.message.open,
          closed: !incoming.message.open,
          cancelOnly: incoming.message.cancel_only,
        });
        return;
      case 'market':
        for (const listener of marketListeners) listener();
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
        if (subscription === undefined) return;
        const { position } = subscription;
        if (position !== null) subscription.position = positionAfter(position, incoming);
        for (const listener of subscription.listeners) listener.message(incoming);
      }
    }
  };

  const onReply = (reply: ReplyMessage): void => {
    if (reply.type === 'login') {
      const { sequence, run } = reply;
      const isAnew = orders !== null && orders.run !== run && sequence < orders.last;
      const start = { sequence, afterBreak: ordersBroke, isAnew };
      orders = privatePositionFrom(orders, reply);
      ordersBroke = false;
      if (reply.resumed !== true) for (const listener of startListeners) listener(start);
      return;
    }
    const subscription = channels.get(reply.params);
    if (reply.type === 'unsub' || subscription === undefined) return;
    // It was asked to go on and begins anew.
    if (reply.resumed === false) for (const listener of subscription.listeners) listener.restarted?.();
    subscription.position = positionFrom(subscription.position, reply);
  };

  /** Takes note of a private message; false when it has come already, before a break. */
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
    latency.setState(null, true);
    setStatus({ phase: 'waiting' });
    retry = setTimeout(connect, reconnectDelayMs(failures, ports.random()));
  };

  /** Drops a connection without waiting for its goodbye, which a dead network would never bring. */
  const abandon = (): void => {
    const dead = connection;
    connection = null;
    dead?.close();
  };

  const watch = (): void => {
    const silentMs = ports.now() - heardAtMs;
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
      // A second listener needs a snapshot too, which only a new subscription brings.
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
    onMarket: (listener) => {
      marketListeners.add(listener);
      return () => marketListeners.delete(listener);
    },
    onReconnect: (listener) => {
      reconnectListeners.add(listener);
      return () => reconnectListeners.delete(listener);
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
        // One that is still being made was begun without a network.
        if (connection?.readyState === WebSocket.OPEN) return;
        abandon();
        connect();
      });
    },
  };
}
