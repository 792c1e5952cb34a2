import { useCallback, useRef, useState, type CSSProperties, type RefObject } from 'react';
import { useLive } from '../../../live/context.tsx';
import {
  layoutStyle,
  panelSizes,
  readLayout,
  sizeVariable,
  writeLayout,
  type LayoutPreset,
  type PanelSize,
  type TradeLayout,
} from './trade-layout.ts';

export interface KeptLayout {
  readonly preset: LayoutPreset;
  /** The style of the screen in its first render. Later sizes are set on the element, without rendering. */
  readonly style: CSSProperties;
  /** Arranges the panels, with the default sizes. */
  readonly choose: (preset: LayoutPreset) => void;
  /** Shows a size; null is the default. */
  readonly resize: (panel: PanelSize, size: number | null) => void;
  /** Stores the sizes that are shown. */
  readonly keep: () => void;
}

/** The layout that is stored on this device, applied to the screen's element. */
export function useTradeLayout(screen: RefObject<HTMLElement | null>): KeptLayout {
  const { storage } = useLive();
  const [{ preset, style }, setShown] = useState(() => shownOf(readLayout(storage.read('trade_layout'))));
  const sizes = useRef<TradeLayout['sizes'] | null>(null);
  const resize = useCallback(
    (panel: PanelSize, size: number | null): void => {
      const { [panel]: _before, ...others } = sizes.current ?? readLayout(storage.read('trade_layout')).sizes;
      sizes.current = size === null ? others : { ...others, [panel]: size };
      if (size === null) screen.current?.style.removeProperty(sizeVariable(panel));
      else screen.current?.style.setProperty(sizeVariable(panel), `${size}px`);
    },
    [screen, storage],
  );
  const keep = useCallback((): void => {
    if (sizes.current !== null) storage.write('trade_layout', writeLayout({ preset, sizes: sizes.current }));
  }, [storage, preset]);
  const choose = useCallback(
    (next: LayoutPreset): void => {
      for (const panel of panelSizes) resize(panel, null);
      const layout = { preset: next, sizes: {} };
      storage.write('trade_layout', writeLayout(layout));
      setShown(shownOf(layout));
    },
    [resize, storage],
  );
  return { preset, style, choose, resize, keep };
}

function shownOf(layout: TradeLayout): Pick<KeptLayout, 'preset' | 'style'> {
  return { preset: layout.preset, style: layoutStyle(layout) };
}
