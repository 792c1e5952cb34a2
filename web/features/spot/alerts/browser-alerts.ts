import i18next from 'i18next';
import { openAlertSound } from './alert-sound.ts';
import { lead, type LeadingTab } from './leading-tab.ts';
import { startOrderAlerts, type OrderAlertPorts } from './order-alerts.ts';

interface BrowserAlerts extends Pick<OrderAlertPorts, 'onMessage' | 'textOf' | 'serverNow'> {
  readonly sound: boolean;
  readonly browser: boolean;
}

/**
 * Connects the alerts with the browser's sound and notifications. Of several tabs one plays, among those that may
 * sound, and one notifies. Returns a function that ends both.
 */
export function startBrowserAlerts({ sound, browser, ...messages }: BrowserAlerts): () => void {
  const tabs: LeadingTab[] = [];
  const leading = (name: string): LeadingTab => {
    const tab = lead(name, navigator.locks, () => document.visibilityState === 'visible');
    tabs.push(tab);
    return tab;
  };
  let player: LeadingTab | null = null;
  const sounds = sound
    ? openAlertSound(() => {
        player ??= leading('order-alert-sound');
      })
    : null;
  const notifier = browser ? leading('order-alert-notification') : null;
  const stop = startOrderAlerts({
    ...messages,
    severalText: (count) => i18next.t('prompts.several', { count }),
    moreText: (count) => i18next.t('prompts.more', { count }),
    now: () => performance.now(),
    play: () => {
      if (player?.leads() === true) sounds?.play();
    },
    show: (title, body) => {
      if (notifier?.leads() === true) show(title, body);
    },
  });
  return () => {
    stop();
    sounds?.close();
    for (const tab of tabs) tab.leave();
  };
}

function show(title: string, body: string): void {
  if (Notification.permission !== 'granted') return;
  try {
    const notification = new Notification(title, { body, icon: '/favicon.svg' });
    notification.addEventListener('click', () => {
      window.focus();
      notification.close();
    });
  } catch {
    // Some browsers on phones show notifications of service workers only.
  }
}
