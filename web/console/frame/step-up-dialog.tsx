import { useState, type SubmitEvent } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../ui/button.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { CodeInput, isCode } from '../parts/code-input.tsx';
import { useRefusal } from '../parts/use-refusal.ts';
import { useStepUp } from '../parts/use-step-up.ts';
import { useConsole, type StepUpRequest } from '../wire/console-context.tsx';
import { useTexts } from '../texts/texts.ts';
import classes from '../parts/action-dialog.module.css';

/** Asks for the one-time password when a request needs it that has no dialog of its own. */
export function StepUpDialog() {
  const { stepUp } = useConsole();
  const t = useTexts();
  const request = useStore(stepUp);
  if (request === null) return null;
  return (
    <Sheet title={t('stepUp.title')} opened from="centre" onClose={() => request.finish(false)}>
      <StepUpForm request={request} />
    </Sheet>
  );
}

function StepUpForm({ request }: { readonly request: StepUpRequest }) {
  const t = useTexts();
  const refusal = useRefusal();
  const [code, setCode] = useState('');
  const [tried, setTried] = useState(false);
  const { busy, failure, prove } = useStepUp(true);
  const missing = tried && !isCode(code) && failure === null ? t('action.codeMissing') : null;
  const said = failure === null ? null : (refusal(failure) ?? t('frame.loadFailed'));
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    if (busy) return;
    setTried(true);
    if (!isCode(code)) {
      focusFirstError(form);
      return;
    }
    try {
      await prove(code);
      request.finish(true);
    } catch {
      setCode('');
      focusFirstError(form);
    }
  };
  return (
    <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
      <p>{t('stepUp.text')}</p>
      <CodeInput value={code} error={said ?? missing} onChange={setCode} />
      <div className={classes.buttons}>
        <Button look="plain" onClick={() => request.finish(false)}>
          {t('action.cancel')}
        </Button>
        <Button type="submit" aria-busy={busy} aria-disabled={busy || !isCode(code)}>
          {t('stepUp.confirm')}
        </Button>
      </div>
    </form>
  );
}
