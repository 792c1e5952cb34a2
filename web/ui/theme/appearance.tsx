import { createContext, use, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BrowserStorage } from '../../live/browser-storage.ts';
import { directionColours, palettes, themes, type DirectionColours, type Theme } from './tokens.ts';

export interface AppearanceState {
  readonly theme: Theme;
  readonly directions: DirectionColours;
  /** The zone in which the reader wants times written, an IANA name; null for the one of the site. */
  readonly timeZone: string | null;
}

export interface Appearance {
  readonly store: StoreApi<AppearanceState>;
  readonly choose: (change: Partial<AppearanceState>) => void;
}

/** How the page looks: dark unless the reader chose light. What is chosen is kept and put on the document at once. */
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
  if (appearance === null) throw new Error('the appearance is provided at the root of the page');
  return { ...useStore(appearance.store), choose: appearance.choose };
}
