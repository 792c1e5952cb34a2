import type { FeedbackState } from '@bourse/contract/support';
import { useTranslation } from 'react-i18next';
import classes from './feedback.module.css';

/** The state of a feedback in words; its colour only repeats them. */
export function FeedbackStateMark({ state }: { readonly state: FeedbackState }) {
  const { t } = useTranslation();
  return (
    <span className={classes.state} data-state={state}>
      {t(`feedback.states.${state}`)}
    </span>
  );
}
