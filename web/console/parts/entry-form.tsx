import type { SubmitEvent, ReactNode } from 'react';
import classes from './entry-form.module.css';

interface EntryFormProps {
  readonly title: string;
  readonly onSubmit: (form: HTMLFormElement) => void;
  readonly children: ReactNode;
}

/** The card of a form before a session. */
export function EntryForm({ title, onSubmit, children }: EntryFormProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onSubmit(event.currentTarget);
  };
  return (
    <EntryPage title={title}>
      <form className={classes.form} noValidate onSubmit={submit}>
        {children}
      </form>
    </EntryPage>
  );
}

/** The page around a card before a session. */
export function EntryPage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <h1 className={classes.title}>{title}</h1>
        {children}
      </div>
    </main>
  );
}

/**
 * Why a form was refused. It is rendered before there is an error, because some screen readers ignore an alert that
 * appears with its text.
 */
export function FormProblem({ text }: { readonly text: string | null }) {
  return (
    <div role="alert" className={classes.problem}>
      {text}
    </div>
  );
}
