import { useEffect, useState } from 'react';

/** A debounced value: changes once the new value has stayed the same for `afterMs`. */
export function useSettled(value: string, afterMs: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (value === settled) return;
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, settled, afterMs]);
  return settled;
}
