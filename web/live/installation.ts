import { create, type StoreApi, type UseBoundStore } from 'zustand';

export interface InstallationState {
  /** The browser would install the page if it were asked now. */
  readonly offered: boolean;
  /** It was installed just now, or runs as an app already. */
  readonly installed: boolean;
}

/** The page as an app of this device. */
export interface Installation {
  readonly store: UseBoundStore<StoreApi<InstallationState>>;
  /** Lets the browser ask the person; resolves when they have answered. */
  ask(): Promise<void>;
}

/** What Chromium's browsers announce before they would install a page; others never do. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

/** Keeps the browser's offer, which comes once and early, for the page on which a person looks for it. */
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
      // An offer can be used once; whoever declines is offered the browser's own way.
      prompt = null;
      await offer.prompt();
      store.setState({ offered: false });
    },
  };
}

function isInstallPrompt(event: Event): event is InstallPrompt {
  return 'prompt' in event && typeof event.prompt === 'function';
}
