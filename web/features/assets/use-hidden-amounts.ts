import { useState } from 'react';
import { useLive } from '../../live/context.tsx';

/** Whether amounts are hidden from other people who see the screen; remembered in this browser. */
export function useHiddenAmounts(): readonly [hidden: boolean, setHidden: (hidden: boolean) => void] {
  const { storage } = useLive();
  const [hidden, setHidden] = useState(() => storage.read('amounts_hidden') === '1');
  const set = (next: boolean): void => {
    setHidden(next);
    if (next) storage.write('amounts_hidden', '1');
    else storage.remove('amounts_hidden');
  };
  return [hidden, set];
}
