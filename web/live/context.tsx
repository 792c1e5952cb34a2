import { createContext, use, type ReactNode } from 'react';
import type { Call } from '@bourse/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { BrowserStorage } from './browser-storage.ts';
import type { Caller } from './caller.ts';
import type { Device } from './device.ts';
import type { Downloader } from './download.ts';
import type { Favourites } from './favourites.ts';
import type { DepthFeed } from './feeds/depth.ts';
import type { OrderFeed } from './feeds/orders.ts';
import type { TapeFeed } from './feeds/tape.ts';
import type { TickerFeed } from './feeds/tickers.ts';
import type { Installation } from './installation.ts';
import type { ServerClock } from './server-clock.ts';
import type { Session } from './session.ts';
import type { Shortcuts } from './shortcuts.ts';
import type { LiveSocket } from './socket.ts';

/** The page's access to server and browser. Composed once, in `app/compose.ts`. */
export interface Live {
  readonly call: Caller;
  readonly clock: ServerClock;
  readonly download: Downloader;
  /** The headers of a request that a feature sends itself, such as an upload. */
  readonly headersOf: (call: Call) => Record<string, string>;
  readonly socket: LiveSocket;
  readonly session: Session;
  readonly storage: BrowserStorage;
  /** Storage of this tab, cleared when it closes. */
  readonly tab: BrowserStorage;
  readonly device: Device;
  readonly queries: QueryClient;
  readonly tickers: TickerFeed;
  readonly depth: DepthFeed;
  readonly tape: TapeFeed;
  readonly orders: OrderFeed;
  readonly installation: Installation;
  readonly favourites: Favourites;
  readonly shortcuts: Shortcuts;
  /** Shows the message for a failed user action. */
  readonly report: (error: unknown) => void;
}

const LiveContext = createContext<Live | null>(null);

export function LiveProvider({ live, children }: { readonly live: Live; readonly children: ReactNode }) {
  return <LiveContext value={live}>{children}</LiveContext>;
}

export function useLive(): Live {
  const live = use(LiveContext);
  if (live === null) throw new Error('LiveProvider is missing above this component');
  return live;
}
