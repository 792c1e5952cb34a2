import type { OfferedPaymentType, PaymentData, PaymentField, PaymentMethod } from '@bourse/contract/payments';
import { PasswordInput, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { CallFailure, refusalOf } from '../../live/failure.ts';
import { Button } from '../../ui/button.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { ImageField } from '../images/index.ts';
import { draftOf, fieldOfRefusal, type FormField, inputOf, judgeDraft, type MethodDraft } from './method-draft.ts';
import { useSaving } from './payment-reads.ts';
import classes from './payments.module.css';

interface MethodDialogProps {
  readonly type: OfferedPaymentType;
  /** The method to change; null for a new one. */
  readonly method: PaymentMethod | null;
  /** The verified name of the user. */
  readonly realName: string;
  readonly onClose: () => void;
}

/** The form of a payment method. */
export function MethodDialog({ type, method, realName, onClose }: MethodDialogProps) {
  const { t } = useTranslation();
  const title = t(method === null ? 'collect.addType' : 'collect.editType', { type: type.name });
  return (
    <Sheet title={title} from="centre" opened onClose={onClose}>
      <MethodForm type={type} method={method} realName={realName} onClose={onClose} />
    </Sheet>
  );
}

function MethodForm({ type, method, realName, onClose }: MethodDialogProps) {
  const { t } = useTranslation();
  const { report } = useLive();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState<MethodDraft>(() => draftOf(method?.raw_data ?? null, realName));
  const [asked, setAsked] = useState(false);
  const saving = useSaving(onClose);
  const { error: refusal } = saving;
  const refused = placeOf(refusal);
  useEffect(() => {
    if (placeOf(refusal) !== null && form.current !== null) focusFirstError(form.current);
  }, [refusal]);
  const wrong = asked ? judgeDraft(draft, type, realName) : null;
  const errorOf = (field: FormField): string | null => {
    if (wrong?.field === field) return t(wrong.text);
    return refused === field ? refusalOf(refusal) : null;
  };
  const change = (part: Partial<MethodDraft>): void => {
    saving.reset();
    setDraft((known) => ({ ...known, ...part }));
  };
  const changeField = (field: PaymentField, text: string): void => change({ data: { ...draft.data, [field]: text } });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (saving.isPending) return;
    setAsked(true);
    if (judgeDraft(draft, type, realName) !== null) return focusFirstError(event.currentTarget);
    const input = { type: type.code, raw_data: draft.data, pay_password: draft.payPassword };
    saving.mutate(method === null ? input : { ...input, id: method.id }, {
      // A refusal is shown at its field or below the form.
      onError: (error) => {
        if (refusalOf(error) === null) report(error);
      },
    });
  };
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate autoComplete="off">
      {type.fields.map(({ name, required }) => (
        <Field
          key={name}
          name={name}
          label={
            required === 1 ? t(`collect.fields.${name}`) : t('collect.optional', { field: t(`collect.fields.${name}`) })
          }
          data={draft.data}
          error={errorOf(name)}
          onChange={(text) => changeField(name, text)}
        />
      ))}
      <PasswordInput
        label={t('collect.fields.pay_password')}
        name="pay-password"
        autoComplete="off"
        value={draft.payPassword}
        error={errorOf('pay_password')}
        aria-invalid={errorOf('pay_password') !== null}
        maxLength={128}
        onChange={(event) => change({ payPassword: event.currentTarget.value })}
      />
      <p role="alert" className={classes.error}>
        {refused === null ? refusalOf(refusal) : null}
      </p>
      <div className={classes.buttons}>
        <Button look="plain" size="touch" onClick={onClose}>
          {t('collect.cancel')}
        </Button>
        <Button type="submit" size="touch" aria-busy={saving.isPending} aria-disabled={saving.isPending}>
          {t('collect.save')}
        </Button>
      </div>
    </form>
  );
}

/** The hint is below the field, like an error. */
const inputWrapperOrder: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

interface FieldProps {
  readonly name: PaymentField;
  readonly label: string;
  readonly data: PaymentData;
  readonly error: string | null;
  readonly onChange: (text: string) => void;
}

function Field({ name, label, data, error, onChange }: FieldProps) {
  const { t } = useTranslation();
  const value = data[name] ?? '';
  if (name === 'qrcode')
    return <ImageField label={label} name={name} value={value} error={error} onChange={onChange} />;
  return (
    <TextInput
      label={label}
      name={name}
      value={value}
      error={error}
      aria-invalid={error !== null}
      {...(name === 'real_name' ? { description: t('collect.nameHint'), inputWrapperOrder } : {})}
      {...inputOf(name)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** The field that a refusal concerns; null if there is none. */
function placeOf(error: unknown): FormField | null {
  if (!(error instanceof CallFailure) || error.outcome.kind !== 'refused') return null;
  return fieldOfRefusal(error.outcome.error);
}
