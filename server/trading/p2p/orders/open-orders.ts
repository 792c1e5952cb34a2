import { legalSubmit } from '@bourse/contract/p2p';
import type { UserId } from '@bourse/engine';
import type { Gateway } from '../../../ground/gateway/index.ts';
import type { With } from '../../../ground/parts.ts';
import { registerActions } from './actions.ts';
import { watchAppeals } from './appeals/appeal-queue.ts';
import { type AppealConsoleParts, registerAppealConsole } from './appeals/console.ts';
import { Decisions } from './appeals/decisions.ts';
import { registerHold } from './appeals/hold-order.ts';
import { registerAppeals } from './appeals/routes.ts';
import { Chat } from './chat/chat.ts';
import { registerChat } from './chat/routes.ts';
import { declareDemoMerchants } from './demo-merchants.ts';
import { declareDrafts } from './drafts.ts';
import { OrderFigures } from './figures.ts';
import { EscrowFollower } from './follower.ts';
import { declareLateAppeals } from './late-appeals.ts';
import { registerLate } from './late.ts';
import { registerOrderConsole } from './order-console.ts';
import { registerOrderLists } from './order-lists.ts';
import type { OrderParts, OrderSources } from './order-parts.ts';
import { OrderReader } from './order-reader.ts';
import { OrderStore } from './order-store.ts';
import { orderPurpose } from './stored-order.ts';
import { submitOrder } from './submit.ts';
import { orderPending } from './order-pending.ts';
import { mayReadImage } from './wire.ts';

/** The parts of the console that orders need. */
export type OrderConsole = Pick<AppealConsoleParts, 'console' | 'roll'> & With<'alarms' | 'queues'>;

interface DemoTerms {
  /** Whether a merchant of the demo never releases. */
  readonly neverReleases?: (user: UserId) => boolean;
}

/**
 * Opens the orders of peer-to-peer trading: their calls, the work that no request causes, and what their console needs.
 *
 * @param sources the parts of the exchange, and the shop whose ads are taken
 */
export function openOrders({ gateway, ...sources }: OrderSources & { readonly gateway: Gateway } & DemoTerms) {
  const { background, boxFor, demo, identityDb, images, privately, views } = sources;
  const box = boxFor(orderPurpose);
  const store = new OrderStore(identityDb, box);
  const chat = new Chat({ box, db: identityDb, privately });
  const figures = new OrderFigures(sources);
  const pending = orderPending({ ...sources, store });
  const woken = (): void => pending.wake();
  const follower = new EscrowFollower({ ...sources, chat, store, followed: woken });
  const parts: OrderParts = {
    ...sources,
    box,
    chat,
    reader: new OrderReader({ db: sources.db, store, views }),
    store,
    caughtUp: (sequence) => follower.caughtUp(sequence),
    woken,
  };
  const decisions = new Decisions(parts);
  images.alsoReadBy((user, image) => mayReadImage(parts, user, image));
  gateway.member(legalSubmit, (input, member) => submitOrder({ ...parts, records: figures }, input, member));
  registerOrderLists(gateway, parts);
  registerActions(gateway, parts);
  registerLate(gateway, parts);
  registerAppeals(gateway, parts);
  registerChat(gateway, parts);
  declareDrafts(parts);
  declareLateAppeals(parts);
  if (demo) {
    const { neverReleases = () => false } = sources;
    declareDemoMerchants({ ...parts, neverReleases });
  }
  // Warnings become due without an event.
  background.work('p2p: warn sellers', { everyMs: 30_000, needsClock: true }, () => {
    woken();
    return Promise.resolve();
  });
  return {
    console: (own: OrderConsole): void => {
      registerAppealConsole({ ...parts, ...own, decisions });
      registerOrderConsole({ ...parts, ...own, figures });
      registerHold({ ...parts, ...own });
      watchAppeals({ ...parts, ...own });
    },
    figures,
  };
}
