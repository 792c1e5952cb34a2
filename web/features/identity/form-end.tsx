import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import type { AccountDraft } from './form-rules.ts';
import type { IdentityForm } from './use-identity-form.ts';
import classes from './identity.module.css';

interface FormEndProps {
  readonly form: IdentityForm<AccountDraft>;
  readonly submit: string;
  /** The way to the other pages. */
  readonly children: ReactNode;
}

/** The button of a form, with what was refused of it as a whole above and the ways elsewhere below. */
export function FormEnd({ form, submit, children }: FormEndProps) {
  return (
    <>
      <p className={classes.refusal} role="alert">
        {form.refusal}
      </p>
      <Button type="submit" size="touch" disabled={form.busy}>
        {submit}
      </Button>
      <p className={classes.other}>{children}</p>
    </>
  );
}
