import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BrowserStorage } from '../../../live/browser-storage.ts';
import { useLive } from '../../../live/context.tsx';

/** The ways in which order events are reported besides toasts. */
export interface AlertSettings {
  readonly sound: boolean;
  readonly browser: boolean;
}

const storageKeys = { sound: 'alert_sound', browser: 'alert_browser' } as const;

let ofPage: StoreApi<AlertSettings> | null = null;

/** The alerts that the user has turned on on this device, in this tab or another one. */
export function useAlertSettings(): AlertSettings & {
  readonly choose: (alert: keyof AlertSettings, on: boolean) => void;
} {
  const { storage } = useLive();
  const store = (ofPage ??= openAlertSettings(storage, (listener) => window.addEventListener('storage', listener)));
  return {
    ...useStore(store),
    choose: (alert, on) => {
      storage.write(storageKeys[alert], on ? '1' : '0');
      store.setState({ [alert]: on });
    },
  };
}

/** Reads the settings, and again after each change that another tab makes. */
export function openAlertSettings(
  storage: Pick<BrowserStorage, 'read'>,
  onStorage: (listener: () => void) => void,
): StoreApi<AlertSettings> {
  const read = (): AlertSettings => ({
    sound: storage.read(storageKeys.sound) === '1',
    browser: storage.read(storageKeys.browser) === '1',
  });
  const store = createStore(read);
  onStorage(() => store.setState(read()));
  return store;
}
