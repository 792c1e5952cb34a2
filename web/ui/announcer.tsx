import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const announcement = createStore(() => ({ text: '', count: 0 }));

/** Lets screen readers say something once the person pauses, e.g. what became of an order. */
export function announce(text: string): void {
  announcement.setState(({ count }) => ({ text, count: count + 1 }));
}

/** The live region that is read out. The same text twice in a row is read twice. */
export function Announcer() {
  const { text, count } = useStore(announcement);
  return (
    <output className="visually-hidden" aria-live="polite" aria-atomic="true" data-testid="announcer">
      <span key={count}>{text}</span>
    </output>
  );
}
