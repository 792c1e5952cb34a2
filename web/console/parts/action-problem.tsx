import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { ConsoleFailure, isConsoleRefusal } from '../wire/envelope.ts';
import { useTexts } from '../texts/texts.ts';
import { useRefusal } from './use-refusal.ts';
import classes from './action-dialog.module.css';

interface ActionProblemProps {
  readonly failure: unknown;
  /** The one-time password field already shows it. */
  readonly isAboutCode: boolean;
  /** Called when the current state is loaded: the form shows an outdated one. */
  readonly onReload: () => void;
}

/** Why an action failed. A changed version can only be loaded again, because the form shows an older state. */
export function ActionProblem({ failure, isAboutCode, onReload }: ActionProblemProps) {
  const t = useTexts();
  const queries = useQueryClient();
  const problem = useProblem(failure);
  const isChanged = isConsoleRefusal(failure, 'changed_meanwhile');
  return (
    <div role="alert" className={classes.problem}>
      {!isAboutCode && problem}
      {isChanged && (
        <Button
          look="plain"
          size="dense"
          onClick={() => {
            void queries.invalidateQueries();
            onReload();
          }}
        >
          {t('action.reload')}
        </Button>
      )}
    </div>
  );
}

/** A failure as a sentence; null where there is none or the dialog asks for the one-time password instead. */
function useProblem(failure: unknown): string | null {
  const t = useTexts();
  const refusal = useRefusal();
  if (!(failure instanceof ConsoleFailure)) return failure === null ? null : t('action.failed');
  const { outcome } = failure;
  switch (outcome.kind) {
    case 'refused':
      return outcome.error === 'step_up_needed' ? null : refusal(failure);
    case 'session_ended':
      return null;
    case 'failed':
      return outcome.requestId === null ? t('action.failed') : t('action.failedRequest', { id: outcome.requestId });
  }
}
