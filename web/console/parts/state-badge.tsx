import type { ReactNode } from 'react';
import classes from './state-badge.module.css';

export type Tone = 'good' | 'bad' | 'warning' | 'accent' | 'quiet';

/** A state in words; its colour only repeats them. */
export function StateBadge({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  );
}
