import type { ReactNode } from 'react';
import classes from './identity.module.css';

/** The card around the login, registration and recovery forms. */
export function IdentityPage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={classes.page}>
      <section className={classes.card} aria-labelledby="identity-title">
        <h1 id="identity-title" className={classes.title}>
          {title}
        </h1>
        {children}
      </section>
    </div>
  );
}
