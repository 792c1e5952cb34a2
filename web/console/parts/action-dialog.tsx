import { NativeSelect, Textarea } from '@mantine/core';
import {
  minReasonLength,
  reasonCodes,
  sessionCalls,
  type ConsoleCall,
  type ConsoleInput,
  type ConsoleOutput,
  type ReasonCode,
} from '@bourse/contract/console';
import { useState, type SubmitEvent, type ReactNode } from 'react';
import { announce } from '../../ui/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { toast } from '../../ui/toasts.ts';
import { isConsoleRefusal, refusedBy } from '../wire/envelope.ts';
import { isInputOf } from '../wire/input-of.ts';
import { useAction } from '../wire/use-action.ts';
import { useTexts } from '../texts/texts.ts';
import { CodeInput, isCode } from './code-input.tsx';
import type { Change } from './changes.ts';
import { Changes } from './diff.tsx';
import { ActionProblem } from './action-problem.tsx';
import { SecondPerson } from './second-person.tsx';
import { useRefusal } from './use-refusal.ts';
import { useStepUp } from './use-step-up.ts';
import classes from './action-dialog.module.css';

type OwnInput<C extends ConsoleCall> = Omit<ConsoleInput<C>, 'reason_code' | 'reason'>;

/** The server's sentence about a field; null while the field is right. */
export type ErrorOf = (field: string) => string | null;

interface ActionDialogProps<C extends ConsoleCall> {
  readonly call: C;
  /** The action and its object: "Halt BTC/USDT". */
  readonly title: string;
  /** The label of the button: "Halt". */
  readonly confirmLabel: string;
  /** The input without its reason; null while the form is incomplete. */
  readonly input: OwnInput<C> | null;
  /** The fields that change, shown above the reason. */
  readonly changes?: readonly Change[];
  readonly isDestructive?: boolean;
  /** Whether a second person may have to agree, if the input decides it; else the call does. */
  readonly needsSecond?: boolean;
  /** Room for two columns of fields. */
  readonly isWide?: boolean;
  /** The reason that is selected first. */
  readonly reasonCode?: ReasonCode;
  /** The fields of the form that show their own refusal, by `errorOf`; every other refusal is shown at the foot. */
  readonly fields?: readonly string[];
  /** The field to which a refusal belongs, by key, where the server does not name it. */
  readonly fieldOf?: Readonly<Partial<Record<string, string>>>;
  readonly children?: ReactNode | ((errorOf: ErrorOf) => ReactNode);
  readonly onDone?: (output: ConsoleOutput<C>) => void;
  readonly onClose: () => void;
}

/**
 * Confirms an action: its form, the fields that change, the reason for the audit log, the one-time password if the last
 * one is older than five minutes, and who else must agree. Closes when the server has accepted the action. Render it
 * only while it is open.
 */
export function ActionDialog<C extends ConsoleCall>(props: ActionDialogProps<C>) {
  return (
    <Sheet title={props.title} opened from="centre" onClose={props.onClose}>
      <ActionForm {...props} />
    </Sheet>
  );
}

function ActionForm<C extends ConsoleCall>(props: ActionDialogProps<C>) {
  const {
    call,
    input,
    changes,
    isDestructive = false,
    isWide = false,
    needsSecond = call.fourEyes,
    fields = [],
    fieldOf = {},
    confirmLabel,
    children,
  } = props;
  const t = useTexts();
  const [reasonCode, setReasonCode] = useState<string>(props.reasonCode ?? '');
  const [reason, setReason] = useState('');
  const [code, setCode] = useState('');
  const [tried, setTried] = useState(false);
  const action = useAction(call, { asksItself: true });
  const stepUp = useStepUp(call.stepUp || isConsoleRefusal(action.failure, 'step_up_needed'));
  const refusal = useRefusal();
  const failure = stepUp.failure ?? action.failure;
  const refused = refusedBy(failure);
  const refusedField = refused === null ? null : (fieldOf[refused.error] ?? fieldIn(refused.details));
  const isAboutCode = refused !== null && refused.error in sessionCalls.stepUp.refusals;
  const errorOf: ErrorOf = (field) => (refusedField === field ? refusal(failure) : null);
  const errors = {
    reasonCode: errorOf('reason_code') ?? (tried && reasonCode === '' ? t('action.reasonMissing') : null),
    reason:
      errorOf('reason') ??
      (tried && reason.trim().length < minReasonLength ? t('action.reasonShort', { count: minReasonLength }) : null),
    code:
      (isAboutCode ? refusal(failure) : null) ??
      (tried && stepUp.needed && !isCode(code) ? t('action.codeMissing') : null),
  };
  const isReady =
    input !== null && reasonCode !== '' && reason.trim().length >= minReasonLength && (!stepUp.needed || isCode(code));
  const busy = action.busy || stepUp.busy;

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    if (busy) return;
    setTried(true);
    if (!isReady) {
      focusFirstError(form);
      return;
    }
    try {
      if (stepUp.needed) await stepUp.prove(code);
      const full = { ...input, reason_code: reasonCode, reason: reason.trim() };
      if (!isInputOf(call, full)) return;
      const output = await action.run(full);
      const said = approvalOf(output);
      const text = said === null ? t('action.done') : t('action.asked', { approval: said });
      toast(text, 'success');
      announce(text);
      props.onDone?.(output);
      props.onClose();
    } catch {
      // The failure is shown in the dialog.
      setCode('');
      focusFirstError(form);
    }
  };

  return (
    <form
      className={classNames(classes.form, isWide && classes.wide)}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      {typeof children === 'function' ? children(errorOf) : children}
      {changes !== undefined && <Changes changes={changes} />}
      <NativeSelect
        label={t('action.reasonCode')}
        value={reasonCode}
        error={errors.reasonCode}
        data={[
          { value: '', label: t('action.chooseReason'), disabled: true },
          ...reasonCodes.map((value) => ({ value, label: t(`reasons.${value}`) })),
        ]}
        onChange={(event) => setReasonCode(event.currentTarget.value)}
      />
      <Textarea
        label={t('action.reason')}
        description={t('action.reasonHint', { count: minReasonLength })}
        rows={2}
        maxLength={500}
        value={reason}
        error={errors.reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {stepUp.needed && <CodeInput value={code} error={errors.code} onChange={setCode} />}
      {needsSecond && <SecondPerson />}
      <ActionProblem
        failure={
          refusedField !== null && [...fields, 'reason', 'reason_code', 'code'].includes(refusedField) ? null : failure
        }
        isAboutCode={isAboutCode}
        onReload={props.onClose}
      />
      <div className={classes.buttons}>
        <Button look="plain" onClick={props.onClose}>
          {t('action.cancel')}
        </Button>
        <Button
          type="submit"
          look={isDestructive ? 'danger' : 'accent'}
          aria-busy={busy}
          aria-disabled={busy || !isReady}
        >
          {confirmLabel}
        </Button>
      </div>
    </form>
  );
}

/** The field that a refusal names: the detail `field`. */
function fieldIn(details: Readonly<Record<string, string | number>>): string | null {
  const { field } = details;
  return typeof field === 'string' ? field.replace(/^body[./]/, '') : null;
}

/** The number of the approval that was opened; null if the action was carried out. */
function approvalOf(output: unknown): number | null {
  const isOutcome = typeof output === 'object' && output !== null && 'approval' in output;
  return isOutcome && typeof output.approval === 'number' ? output.approval : null;
}
