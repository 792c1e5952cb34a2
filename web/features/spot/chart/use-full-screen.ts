import { useCallback, useEffect, useState } from 'react';

/**
 * Whether an element fills the window, and a toggle. Where the browser allows it the whole document becomes full
 * screen, so that dialogs and toasts stay visible; otherwise the element only fills the window. Escape leaves both.
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
  // Leaving the page leaves full screen.
  useEffect(() => leave, []);
  return [full, toggle];
}

function leave(): void {
  if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined);
}
