import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import type { AccountDraft } from './form-rules.ts';
import type { IdentityForm } from './use-identity-form.ts';
import classes from './identity.module.css';

interface FormEndProps {
  readonly form: IdentityForm<AccountDraft>;
  readonly submit: string;
  /** Links to the related pages. */
  readonly children: ReactNode;
}

/** The submit button of a form, with refusals that concern no single field above it and links below it. */
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
