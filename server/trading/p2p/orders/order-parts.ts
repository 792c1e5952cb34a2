import type { SecretBox } from '../../../ground/secrets/index.ts';
import type { With } from '../../../ground/parts.ts';
import type { ShopPort } from '../shop/ports.ts';
import type { Chat } from './chat/chat.ts';
import type { OrderReader } from './order-reader.ts';
import type { OrderStore } from './order-store.ts';

/** The parts of the exchange that orders need. */
export interface OrderSources extends With<
  | 'background'
  | 'boxFor'
  | 'core'
  | 'db'
  | 'demo'
  | 'identityDb'
  | 'images'
  | 'log'
  | 'notices'
  | 'now'
  | 'paymentMethods'
  | 'privately'
  | 'proofs'
  | 'requests'
  | 'sessions'
  | 'settings'
  | 'verified'
  | 'views'
> {
  readonly shop: ShopPort;
}

/** The same with what orders make of them. */
export interface OrderParts extends OrderSources {
  readonly box: SecretBox;
  readonly chat: Chat;
  readonly reader: OrderReader;
  readonly store: OrderStore;
  /** Resolves when everything that follows from the commands up to a sequence is stored. */
  readonly caughtUp: (sequence: number) => Promise<void>;
  /** A notice may be missing. */
  readonly woken: () => void;
}
