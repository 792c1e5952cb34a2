import { useEffect } from 'react';

const subjects = new Set<string>();

/** Names what the page is about while it is on screen, such as an order; nothing while it is null. */
export function useSubjectOnScreen(subject: string | null): void {
  useEffect(() => {
    if (subject === null) return;
    subjects.add(subject);
    return () => {
      subjects.delete(subject);
    };
  }, [subject]);
}

/** Whether the page on screen is about a subject, so that what happens to it needs no report elsewhere. */
export function isOnScreen(subject: string): boolean {
  return subjects.has(subject);
}
