import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { CallFailure } from '../../live/failure.ts';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import type { AccountDraft, AccountKind, FieldErrors, IdentityField } from './form-rules.ts';
import { placeOfRefusal } from './refusal-place.ts';

interface IdentityFormOptions<Draft> {
  readonly draft: Draft;
  readonly setDraft: (change: (known: Draft) => Draft) => void;
  readonly check: (draft: Draft) => FieldErrors;
  /** Fields on screen that a refusal can be shown at, besides those of the account. */
  readonly fields: readonly IdentityField[];
  /** Fields that must be valid, besides those of the account, before a code is sent. */
  readonly beforeSending?: readonly IdentityField[];
  /** Makes the call and handles its success; rejects with the refusal. */
  readonly send: (draft: Draft) => Promise<void>;
}

export interface IdentityForm<Draft> {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  readonly errorOf: (field: IdentityField) => string | null;
  /** The refusal that concerns the form as a whole. */
  readonly refusal: string | null;
  /** A call is pending or has succeeded. No other is made until it fails. */
  readonly busy: boolean;
  readonly submit: (event: SubmitEvent<HTMLFormElement>) => void;
  /** Whether a code can be sent to the account; shows the errors otherwise. */
  readonly canBeSent: (form: HTMLFormElement | null) => boolean;
  /** Shows a refusal at the field it concerns. */
  readonly refuse: (error: unknown) => void;
}

/** Which errors are shown: none yet, those that prevent sending a code, or all. */
type Asked = 'nothing' | 'sending' | 'everything';

interface Refusal {
  readonly field: IdentityField | null;
  readonly text: string;
}

/** The errors, the refusal and the pending call of an identity form. */
export function useIdentityForm<Draft extends AccountDraft>(options: IdentityFormOptions<Draft>): IdentityForm<Draft> {
  const { draft, setDraft } = options;
  const { t } = useTranslation();
  const { report } = useLive();
  const [asked, setAsked] = useState<Asked>('nothing');
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  // A second submit can arrive before the first is rendered.
  const underway = useRef(false);
  const element = useRef<HTMLFormElement | null>(null);
  // Focus the field once its refusal is rendered.
  useEffect(() => {
    if (refusal !== null && refusal.field !== null && element.current !== null) focusFirstError(element.current);
  }, [refusal]);
  const sendingErrors = errorsAmong(options.check(draft), [...fieldsOf[draft.kind], ...(options.beforeSending ?? [])]);
  const errors: FieldErrors = { nothing: {}, sending: sendingErrors, everything: options.check(draft) }[asked];

  const change = (part: Partial<Draft>): void => {
    setDraft((known) => ({ ...known, ...part }));
    if (part.kind !== undefined) setAsked('nothing');
    if (refusal !== null && ends(refusal, part)) setRefusal(null);
  };

  const refuse: IdentityForm<Draft>['refuse'] = (error) => {
    if (!(error instanceof CallFailure) || error.outcome.kind !== 'refused') return report(error);
    const { error: key, message } = error.outcome;
    const field = placeOfRefusal(key, [...fieldsOf[draft.kind], ...options.fields]);
    setRefusal({ field, text: message === '' ? t('errors.server_error') : message });
  };

  const run = async (): Promise<void> => {
    underway.current = true;
    setBusy(true);
    try {
      await options.send(draft);
    } catch (error) {
      underway.current = false;
      setBusy(false);
      refuse(error);
    }
  };

  return {
    draft,
    change,
    errorOf: (field) => {
      if (refusal?.field === field) return refusal.text;
      const key = errors[field];
      return key === undefined ? null : t(key);
    },
    refusal: refusal?.field === null ? refusal.text : null,
    busy,
    submit: (event) => {
      event.preventDefault();
      if (underway.current) return;
      element.current = event.currentTarget;
      setAsked('everything');
      setRefusal(null);
      if (Object.keys(options.check(draft)).length > 0) focusFirstError(event.currentTarget);
      else void run();
    },
    canBeSent: (form) => {
      element.current = form;
      if (Object.keys(sendingErrors).length === 0) return true;
      setAsked((known) => (known === 'nothing' ? 'sending' : known));
      if (form !== null) focusFirstError(form);
      return false;
    },
    refuse,
  };
}

/** The account fields of each tab. */
const fieldsOf = { email: ['email'], mobile: ['area', 'mobile'] } as const satisfies Record<
  AccountKind,
  readonly IdentityField[]
>;
const accountParts = ['kind', 'email', 'area', 'mobile'] as const;

function errorsAmong(errors: FieldErrors, fields: readonly IdentityField[]): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => fields.some((name) => name === field)));
}

/** Whether a change ends a refusal: a change of its field does, and any change of the account. */
function ends({ field }: Refusal, part: Partial<AccountDraft>): boolean {
  if (accountParts.some((name) => name in part)) return true;
  return field !== null && field in part;
}
