import type { Chart } from 'klinecharts';

/** How many candles an arrow key scrolls, and the zoom factors of plus and minus. */
const step = { candles: 5, wider: 1.2, narrower: 1 / 1.2 } as const;

/**
 * Scrolls and zooms the focused chart by keys: arrows, plus and minus, End for the latest candle. Returns a function
 * that stops it.
 */
export function bindChartKeys(element: HTMLElement, library: Chart): () => void {
  const act = (key: string): boolean => {
    const distance = step.candles * library.getBarSpace().bar;
    switch (key) {
      case 'ArrowLeft':
        library.scrollByDistance(distance);
        return true;
      case 'ArrowRight':
        library.scrollByDistance(-distance);
        return true;
      case '+':
      case '=':
        library.zoomAtCoordinate(step.wider);
        return true;
      case '-':
        library.zoomAtCoordinate(step.narrower);
        return true;
      case 'End':
        library.scrollToRealTime();
        return true;
      default:
        return false;
    }
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
    if (act(event.key)) event.preventDefault();
  };
  element.addEventListener('keydown', onKey);
  return () => element.removeEventListener('keydown', onKey);
}
