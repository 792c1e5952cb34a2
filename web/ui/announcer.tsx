import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const announcement = createStore(() => ({ text: '', count: 0 }));

/** Makes screen readers say a text at the next pause, such as the result of an order. */
export function announce(text: string): void {
  announcement.setState(({ count }) => ({ text, count: count + 1 }));
}

/**
 * The live region for `announce`. The same text twice in a row is read twice. It is rendered next to the page rather
 * than in it, because an open dialog makes the page inert and thus silent.
 */
export function Announcer() {
  const { text, count } = useStore(announcement);
  return createPortal(
    <output className="visually-hidden" aria-live="polite" aria-atomic="true" data-testid="announcer">
      <span key={count}>{text}</span>
    </output>,
    document.body,
  );
}
