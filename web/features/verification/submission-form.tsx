import { userInfo } from '@bourse/contract/identity';
import { type RealName, realNameCenter, submitRealName } from '@bourse/contract/verification';
import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLive } from '../../live/context.tsx';
import { CallFailure, refusalOf } from '../../live/failure.ts';
import { useSiteConfig } from '../../live/site-config.ts';
import { announce } from '../../ui/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { toast } from '../../ui/toasts.ts';
import { PasswordField, PasswordStrength, usePasswordHint } from '../identity/index.ts';
import { ImageField } from '../images/index.ts';
import { SampleButton } from './sample-button.tsx';
import {
  fieldOfRefusal,
  firstDraft,
  inputOf,
  verificationErrors,
  type VerificationDraft,
  type VerificationField,
} from './verification-form.ts';
import classes from './verification.module.css';

/** The documents to submit; again with the reason if they were rejected. */
export function SubmissionForm({ center }: { readonly center: RealName }) {
  const { t } = useTranslation();
  const { session } = useLive();
  const account = useStore(session.store, (state) => state.account);
  const policy = useSiteConfig()?.password_policy ?? null;
  const hint = usePasswordHint();
  const rejected = center.id === 0 ? null : center;
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(() => firstDraft(rejected));
  const [asked, setAsked] = useState(false);
  const submission = useSubmission(rejected);
  const context = { account, policy, rejected };
  const errors = asked ? verificationErrors(draft, context) : {};
  const { error: refusal } = submission;
  const refusedField = fieldOf(refusal);
  useEffect(() => {
    if (fieldOf(refusal) !== null && form.current !== null) focusFirstError(form.current);
  }, [refusal]);
  const errorOf = (field: VerificationField): string | null => {
    const key = errors[field];
    if (key !== undefined) return t(key);
    return refusedField === field ? refusalOf(refusal) : null;
  };
  const change = (part: Partial<VerificationDraft>): void => {
    submission.reset();
    setDraft((known) => ({ ...known, ...part }));
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setAsked(true);
    if (Object.keys(verificationErrors(draft, context)).length > 0) focusFirstError(event.currentTarget);
    else submission.mutate(draft);
  };

  return (
    <form ref={form} className={classes.page} onSubmit={submit} noValidate>
      {rejected === null ? (
        <p className={classes.lead}>{t('authentication.lead')}</p>
      ) : (
        <div className={classes.rejection} role="status">
          <h2 className={classes.cardTitle}>{t('authentication.rejected')}</h2>
          <p>{rejected.reason}</p>
        </div>
      )}
      <section className={classes.card} aria-labelledby="verification-documents">
        <h2 id="verification-documents" className={classes.cardTitle}>
          {t('authentication.documents')}
        </h2>
        <p className={classes.text}>{t('authentication.documentsText')}</p>
        {center.automatic === 1 && (
          <div className={classes.demo}>
            <p>{t('authentication.demo')}</p>
            <SampleButton onSample={change} />
          </div>
        )}
        <div className={classes.fields}>
          <TextInput
            label={t('authentication.name')}
            name="real-name"
            autoComplete="name"
            placeholder={t('authentication.nameHint')}
            maxLength={200}
            value={draft.name}
            error={errorOf('name')}
            aria-invalid={errorOf('name') !== null}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <TextInput
            label={t('authentication.cardId')}
            name="card-id"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={64}
            value={draft.cardId}
            error={errorOf('cardId')}
            aria-invalid={errorOf('cardId') !== null}
            onChange={(event) => change({ cardId: event.currentTarget.value })}
            {...(rejected === null
              ? {}
              : { description: t('authentication.keepNumber', { number: rejected.card_id }) })}
          />
          <ImageField
            label={t('authentication.front')}
            name="front"
            value={draft.front}
            error={errorOf('front')}
            onChange={(front) => change({ front })}
          />
          <ImageField
            label={t('authentication.reverse')}
            name="reverse"
            value={draft.reverse}
            error={errorOf('reverse')}
            onChange={(reverse) => change({ reverse })}
          />
        </div>
      </section>
      {rejected === null && (
        <section className={classes.card} aria-labelledby="verification-password">
          <h2 id="verification-password" className={classes.cardTitle}>
            {t('authentication.password')}
          </h2>
          <p className={classes.text}>{t('authentication.passwordText')}</p>
          <div className={classes.fields}>
            <PasswordField
              label={t('authentication.password')}
              name="trade-password"
              purpose="new-password"
              hint={hint}
              value={draft.password}
              error={errorOf('password')}
              onChange={(password) => change({ password })}
            >
              <PasswordStrength password={draft.password} />
            </PasswordField>
            <PasswordField
              label={t('authentication.repeat')}
              name="repeat-trade-password"
              purpose="new-password"
              value={draft.repeat}
              error={errorOf('repeat')}
              onChange={(repeat) => change({ repeat })}
            />
          </div>
        </section>
      )}
      <div className={classes.end}>
        <Button type="submit" size="touch" className={classes.submit} disabled={submission.isPending}>
          {rejected === null ? t('authentication.submit') : t('authentication.again')}
        </Button>
        <p className={classes.problem} role="alert">
          {refusedField === null ? refusalOf(refusal) : null}
        </p>
      </div>
    </form>
  );
}

/** The field that a refusal concerns; null if none. */
function fieldOf(error: unknown): VerificationField | null {
  if (!(error instanceof CallFailure) || error.outcome.kind !== 'refused') return null;
  return fieldOfRefusal(error.outcome.error);
}

function useSubmission(rejected: RealName | null) {
  const { call, queries } = useLive();
  return useMutation({
    mutationFn: (draft: VerificationDraft) => call(submitRealName, inputOf(draft, rejected)),
    meta: { saidInPlace: true },
    onSuccess: async ({ message }) => {
      toast(message, 'success');
      announce(message);
      const paths = [realNameCenter.path, userInfo.path];
      await Promise.all(paths.map((path) => queries.invalidateQueries({ queryKey: [path] })));
    },
  });
}
