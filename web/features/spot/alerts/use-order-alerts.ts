import { useEffect, useEffectEvent } from 'react';
import { useLive } from '../../../live/context.tsx';
import { useSessionToken } from '../../../live/read.ts';
import { eventOf } from '../orders/order-words.ts';
import { useOrderSentences } from '../orders/order-notices.ts';
import type { OrderAlertMessage } from './order-alerts.ts';
import { useAlertSettings } from './alert-settings.ts';

/** Reports order events with sound and notifications of the browser, as far as the user has turned them on. */
export function useOrderAlerts(): void {
  const { orders, clock } = useLive();
  const isVisitor = useSessionToken() === null;
  const { sound, browser } = useAlertSettings();
  const sentences = useOrderSentences();
  const textOf = useEffectEvent((message: OrderAlertMessage) => {
    const event = eventOf(message);
    return event === null ? null : sentences[event](message.order);
  });
  useEffect(() => {
    if (isVisitor || (!sound && !browser)) return undefined;
    let stop: (() => void) | null = null;
    let ended = false;
    const start = async (): Promise<void> => {
      const { startBrowserAlerts } = await import('./browser-alerts.ts');
      if (ended) return;
      stop = startBrowserAlerts({
        sound,
        browser,
        onMessage: (listener) => orders.onMessage(listener),
        textOf: (message) => textOf(message),
        serverNow: clock.nowMs,
      });
    };
    void start();
    return () => {
      ended = true;
      stop?.();
    };
  }, [isVisitor, sound, browser, orders, clock]);
}
