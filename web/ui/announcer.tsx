import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const announcement = createStore(() => ({ text: '', count: 0 }));

/** Has screen readers say something at the next pause, e.g. the result of an order. */
export function announce(text: string): void {
  announcement.setState(({ count }) => ({ text, count: count + 1 }));
}

/**
 * The live region that is read out. The same text twice in a row is read twice. It is placed beside the page, which is
 * inert, and so silent, while a dialog is open.
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
