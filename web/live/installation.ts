import { create, type StoreApi, type UseBoundStore } from 'zustand';

export interface InstallationState {
  /** The browser currently offers to install the page. */
  readonly offered: boolean;
  /** The page was installed just now, or runs as an installed app. */
  readonly installed: boolean;
}

/** Installing the page as an app. */
export interface Installation {
  readonly store: UseBoundStore<StoreApi<InstallationState>>;
  /** Shows the browser's install dialog; resolves when the user has answered it. */
  ask(): Promise<void>;
}

/** The `beforeinstallprompt` event, which only Chromium-based browsers send. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

/** Keeps the browser's install prompt, which arrives once and early, for the page that offers it. */
export function openInstallation(browser: Window): Installation {
  const store = create<InstallationState>(() => ({
    offered: false,
    installed: browser.matchMedia('(display-mode: standalone)').matches,
  }));
  let prompt: InstallPrompt | null = null;
  browser.addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallPrompt(event)) return;
    event.preventDefault();
    prompt = event;
    store.setState({ offered: true });
  });
  browser.addEventListener('appinstalled', () => {
    store.setState({ offered: false, installed: true });
  });
  return {
    store,
    ask: async () => {
      const offer = prompt;
      if (offer === null) return;
      // A prompt can be used only once; after that, the browser's own menu remains.
      prompt = null;
      await offer.prompt();
      store.setState({ offered: false });
    },
  };
}

function isInstallPrompt(event: Event): event is InstallPrompt {
  return 'prompt' in event && typeof event.prompt === 'function';
}
