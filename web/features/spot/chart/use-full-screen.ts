import { useCallback, useEffect, useState } from 'react';

/**
 * Whether something takes the whole window, and the switch for it. The document goes full screen where the browser lets
 * it, so that dialogs and toasts stand above as ever; where it does not, filling the window is all there is. Escape
 * leaves both.
 */
export function useFullScreen(): readonly [full: boolean, toggle: () => void] {
  const [full, setFull] = useState(false);
  const toggle = useCallback(() => {
    setFull((before) => {
      if (before) leave();
      else if (document.fullscreenEnabled) void document.documentElement.requestFullscreen().catch(() => undefined);
      return !before;
    });
  }, []);
  useEffect(() => {
    if (!full) return undefined;
    const onChange = (): void => {
      if (document.fullscreenElement === null) setFull(false);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('[aria-modal="true"]') !== null)
        return;
      leave();
      setFull(false);
    };
    document.documentElement.classList.add('behind-sheet');
    document.addEventListener('fullscreenchange', onChange);
    document.addEventListener('keydown', onKey);
    return () => {
      document.documentElement.classList.remove('behind-sheet');
      document.removeEventListener('fullscreenchange', onChange);
      document.removeEventListener('keydown', onKey);
    };
  }, [full]);
  // Whoever leaves the page leaves the full screen with it.
  useEffect(() => leave, []);
  return [full, toggle];
}

function leave(): void {
  if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined);
}
