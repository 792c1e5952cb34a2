import { Textarea } from '@mantine/core';
import { feedbackCalls, type FeedbackThread } from '@bourse/contract/console';
import { feedbackLimits } from '@bourse/contract/support';
import { useState } from 'react';
import { announce } from '../../../ui/announcer.tsx';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toasts.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { ActionProblem } from '../../parts/action-problem.tsx';
import { ConsoleLink } from '../../parts/console-link.tsx';
import { Drawer, Facts } from '../../parts/drawer.tsx';
import { Time } from '../../parts/figures.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useAction } from '../../wire/use-action.ts';
import { FeedbackImages } from './feedback-images.tsx';
import classes from './feedback.module.css';

interface FeedbackDrawerProps {
  readonly thread: FeedbackThread;
  readonly onClose: () => void;
}

/** A feedback with its messages, and the form of the answer. */
export function FeedbackDrawer({ thread, onClose }: FeedbackDrawerProps) {
  const t = useTexts();
  const [closing, setClosing] = useState(false);
  const take = useAction(feedbackCalls.takeFeedback);
  const routine = useRoutine();
  const { id, state, version } = thread;
  return (
    <Drawer
      title={t('feedback.number', { id })}
      onClose={onClose}
      actions={
        <>
          {state === 'open' && (
            <Button
              size="dense"
              aria-busy={take.busy}
              onClick={() => void take.run({ id, version, ...routine }).catch(() => undefined)}
            >
              {thread.taken_by === null ? t('feedback.take') : t('feedback.takeLonger')}
            </Button>
          )}
          {state !== 'closed' && (
            <Button size="dense" look="plain" onClick={() => setClosing(true)}>
              {t('feedback.close')}
            </Button>
          )}
        </>
      }
    >
      <h3 className={classes.heading}>{thread.title}</h3>
      <Facts
        facts={[
          [t('words.state'), t(`feedback.states.${state}`)],
          [t('feedback.type'), t(`feedback.types.${thread.type}`)],
          [
            t('feedback.user'),
            <ConsoleLink key="user" to={`/users?user=${thread.user_id}`}>
              {thread.user_id}
            </ConsoleLink>,
          ],
          [t('feedback.waiting'), <Time key="waiting" at={thread.waiting_since} />],
          [t('feedback.taken'), thread.taken_by?.name ?? ''],
        ]}
      />
      <ActionProblem failure={take.failure} isAboutCode={false} onReload={take.reset} />
      <ol className={classes.messages}>
        {thread.messages.map((message) => (
          <li key={message.id} className={classes.message} data-staff={message.staff !== null}>
            <p className={classes.from}>
              <b>{message.staff ?? t('feedback.fromUser')}</b> <Time at={message.created_at} />
            </p>
            <p className={classes.text}>{message.content}</p>
            {message.images > 0 && <FeedbackImages feedback={id} message={message.id} count={message.images} />}
          </li>
        ))}
      </ol>
      {state !== 'closed' && <AnswerForm thread={thread} />}
      {closing && (
        <ActionDialog
          call={feedbackCalls.closeFeedbackOfUser}
          title={t('feedback.closeTitle', { id })}
          confirmLabel={t('feedback.close')}
          reasonCode="policy"
          input={{ id, version }}
          onClose={() => setClosing(false)}
        />
      )}
    </Drawer>
  );
}

/** Taking and answering are routine work: the audit log gets this reason, and the dialog for one is spared. */
function useRoutine() {
  const t = useTexts();
  return { reason_code: 'policy', reason: t('feedback.routine') } as const;
}

/** Sends an answer in the version of the thread that is on screen. */
function AnswerForm({ thread: { id, version } }: { readonly thread: FeedbackThread }) {
  const t = useTexts();
  const [content, setContent] = useState('');
  const answer = useAction(feedbackCalls.answerFeedback);
  const routine = useRoutine();
  const isEmpty = content.trim() === '';
  const send = async (): Promise<void> => {
    if (isEmpty || answer.busy) return;
    try {
      await answer.run({ id, version, content, ...routine });
      setContent('');
      toast(t('feedback.sent'), 'success');
      announce(t('feedback.sent'));
    } catch {
      // The failure is shown below.
    }
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Textarea
        label={t('feedback.answer')}
        description={t('feedback.answerHint')}
        rows={6}
        maxLength={feedbackLimits.content}
        value={content}
        spellCheck
        onChange={(event) => setContent(event.currentTarget.value)}
      />
      <ActionProblem failure={answer.failure} isAboutCode={false} onReload={answer.reset} />
      <div>
        <Button type="submit" size="dense" look="accent" aria-busy={answer.busy} aria-disabled={isEmpty || answer.busy}>
          {t('feedback.send')}
        </Button>
      </div>
    </form>
  );
}
