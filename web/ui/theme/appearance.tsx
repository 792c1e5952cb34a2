import { createContext, use, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BrowserStorage } from '../../live/browser-storage.ts';
import { directionColours, palettes, themes, type DirectionColours, type Theme } from './tokens.ts';

export interface AppearanceState {
  readonly theme: Theme;
  readonly directions: DirectionColours;
  /** The user's time zone, an IANA name; null for the site's. */
  readonly timeZone: string | null;
}

export interface Appearance {
  readonly store: StoreApi<AppearanceState>;
  readonly choose: (change: Partial<AppearanceState>) => void;
}

/**
 * Theme, direction colours and time zone. Dark unless the user chose light. A choice is stored and applied to the
 * document immediately.
 */
export function openAppearance(storage: BrowserStorage): Appearance {
  const store = createStore<AppearanceState>(() => ({
    theme: themes.find((theme) => theme === storage.read('theme')) ?? 'dark',
    directions: directionColours.find((kind) => kind === storage.read('directions')) ?? 'standard',
    timeZone: storage.read('own_timezone'),
  }));
  paint(store.getState());
  return {
    store,
    choose: (change) => {
      store.setState(change);
      const chosen = store.getState();
      storage.write('theme', chosen.theme);
      storage.write('directions', chosen.directions);
      if (chosen.timeZone === null) storage.remove('own_timezone');
      else storage.write('own_timezone', chosen.timeZone);
      paint(chosen);
    },
  };
}

function paint({ theme, directions }: AppearanceState): void {
  const root = document.documentElement;
  root.dataset['mantineColorScheme'] = theme;
  root.dataset['directions'] = directions;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', palettes[theme].ground);
}

const AppearanceContext = createContext<Appearance | null>(null);

export function AppearanceProvider({ value, children }: { readonly value: Appearance; readonly children: ReactNode }) {
  return <AppearanceContext value={value}>{children}</AppearanceContext>;
}

export function useAppearance(): AppearanceState & Pick<Appearance, 'choose'> {
  const appearance = use(AppearanceContext);
  if (appearance === null) throw new Error('Appearance is missing above this component');
  return { ...useStore(appearance.store), choose: appearance.choose };
}
