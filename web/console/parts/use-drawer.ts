import { useCallback, useMemo } from 'react';
import { useAddress } from './address.ts';

/** The open row of a screen; its id is the query parameter `row` of the address. */
export interface DrawerState {
  readonly id: string | null;
  readonly open: (id: string) => void;
  readonly close: () => void;
}

export function useDrawer(): DrawerState {
  const { query, set } = useAddress();
  const id = query.get('row');
  const open = useCallback((row: string) => set({ row }), [set]);
  const close = useCallback(() => set({ row: null }), [set]);
  return useMemo(() => ({ id, open, close }), [id, open, close]);
}
