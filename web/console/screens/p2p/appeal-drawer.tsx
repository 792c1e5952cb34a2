import { Textarea } from '@mantine/core';
import { type P2pAppealRow, p2pCalls } from '@bourse/contract/console';
import { useState, type ReactNode } from 'react';
import { announce } from '../../../ui/announcer.tsx';
import { Button } from '../../../ui/button.tsx';
import { noFigure } from '../../../ui/figures.ts';
import { toast } from '../../../ui/toasts.ts';
import { ActionProblem } from '../../parts/action-problem.tsx';
import { Drawer, Facts } from '../../parts/drawer.tsx';
import { Amount, Time } from '../../parts/figures.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { useAction } from '../../wire/use-action.ts';
import type { AppealAction } from './appeal-dialogs.tsx';
import { OrderCaseLook } from './order-case.tsx';
import { OrderStatus } from './order-columns.tsx';
import { UserLink } from './user-link.tsx';
import classes from './p2p.module.css';

interface AppealDrawerProps {
  readonly row: P2pAppealRow;
  readonly onClose: () => void;
  readonly onAction: (action: AppealAction) => void;
}

/** An appeal: what it is about, the order with its chat after a reason, and the decisions that are possible now. */
export function AppealDrawer({ onAction, onClose, row }: AppealDrawerProps) {
  const t = useTexts();
  const take = useAction(p2pCalls.takeP2pAppeal);
  const mayDecide = useMay(p2pCalls.resolveP2pAppeal);
  const mayReview = useMay(p2pCalls.reviewP2pAppeal);
  const routine = useRoutine();
  const { id, number, outcome, taken_by: taken, version } = row;
  const isMine = taken?.is_me === true;
  return (
    <Drawer
      title={t('fiat.orderOf', { number })}
      onClose={onClose}
      actions={
        <>
          {outcome === null && (
            <Button
              size="dense"
              look={isMine ? 'plain' : 'accent'}
              aria-busy={take.busy}
              onClick={() => void take.run({ id, version, ...routine }).catch(() => undefined)}
            >
              {t(isMine ? 'fiat.keep' : 'fiat.take')}
            </Button>
          )}
          {outcome === null && isMine && mayDecide && (
            <Button size="dense" onClick={() => onAction({ kind: 'decide', row })}>
              {t('fiat.decide')}
            </Button>
          )}
          {row.review_until !== null && mayReview && (
            <Button size="dense" look="plain" onClick={() => onAction({ kind: 'review', row })}>
              {t('fiat.review')}
            </Button>
          )}
        </>
      }
    >
      <AppealFacts row={row} />
      <ActionProblem failure={take.failure} isAboutCode={false} onReload={take.reset} />
      <OrderCaseLook id={id} number={number} />
      {outcome === null && <SayForm id={id} />}
    </Drawer>
  );
}

/** Taking and writing are routine work: the audit log gets this reason, and the dialog for one is spared. */
function useRoutine() {
  const t = useTexts();
  return { reason_code: 'appeal', reason: t('fiat.routine') } as const;
}

function AppealFacts({ row }: { readonly row: P2pAppealRow }) {
  const t = useTexts();
  const time = (at: number | null): ReactNode => (at === null ? noFigure : <Time at={at} />);
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('words.state'), <OrderStatus key="status" status={row.status} />],
    [t('fiat.reason'), t(`fiat.causes.${row.reason}`)],
    [t('fiat.openedBy'), t(`fiat.parties.${row.opened_by}`)],
    [t('fiat.amount'), <Amount key="amount" value={row.amount} currency={row.fiat} />],
    [t('fiat.coins'), <Amount key="coins" value={row.number_coin} currency={row.currency_code} />],
    [t('fiat.usd'), <Amount key="usd" value={row.usd} currency="USD" />],
    [t('fiat.approvers'), t(row.four_eyes ? 'fiat.twoPeople' : 'fiat.onePerson')],
    [t('fiat.buyer'), <UserLink key="buyer" id={row.buyer_id} />],
    [t('fiat.seller'), <UserLink key="seller" id={row.seller_id} />],
    [t('fiat.created'), time(row.created_at)],
    [t('fiat.paidAt'), time(row.paid_at)],
    [t('fiat.age'), time(row.opened_at)],
    [t('fiat.answer'), row.answered ? t('fiat.answered') : noFigure],
    [t('fiat.answerUntil'), time(row.answer_until)],
    [t('fiat.decideUntil'), time(row.decide_until)],
    [t('fiat.taken'), row.taken_by?.name ?? noFigure],
  ];
  const decided: readonly (readonly [string, ReactNode])[] =
    row.outcome === null
      ? []
      : [
          [t('fiat.outcome'), t(`fiat.outcomes.${row.outcome}`)],
          [t('fiat.finding'), row.finding === null ? noFigure : t(`fiat.findings.${row.finding}`)],
          [t('fiat.decidedAt'), time(row.decided_at)],
          [t('fiat.decidedBy'), row.decided_by ?? noFigure],
          [t('fiat.reviewUntil'), time(row.review_until)],
          [t('fiat.reviewedAt'), time(row.reviewed_at)],
        ];
  return <Facts facts={[...facts, ...decided]} />;
}

/** The most characters of a message. */
const longest = 1_000;

function SayForm({ id }: { readonly id: number }) {
  const t = useTexts();
  const [text, setText] = useState('');
  const say = useAction(p2pCalls.sayInP2pAppeal);
  const routine = useRoutine();
  const isEmpty = text.trim() === '';
  const send = async (): Promise<void> => {
    if (isEmpty || say.busy) return;
    try {
      await say.run({ id, text: text.trim(), ...routine });
      setText('');
      toast(t('fiat.sent'), 'success');
      announce(t('fiat.sent'));
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
        label={t('fiat.say')}
        description={t('fiat.sayHint')}
        rows={3}
        maxLength={longest}
        value={text}
        spellCheck
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ActionProblem failure={say.failure} isAboutCode={false} onReload={say.reset} />
      <div>
        <Button type="submit" size="dense" aria-busy={say.busy} aria-disabled={isEmpty || say.busy}>
          {t('fiat.send')}
        </Button>
      </div>
    </form>
  );
}
