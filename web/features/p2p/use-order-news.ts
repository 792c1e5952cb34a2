import {
  type LegalOrder,
  legalOrder,
  type LegalOrderDetail,
  type LegalOrderMessage,
  legalOrders,
  p2pChannels,
  shopOrder,
  shopOrders,
} from '@bourse/contract/p2p';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Answer } from '../../live/caller.ts';
import { useLive } from '../../live/context.tsx';
import { createGatherer } from '../../live/gather.ts';
import { announce } from '../../ui/announcer.tsx';
import { useTitleOverride } from '../../ui/document-title.ts';
import { useSubjectOnScreen } from '../../ui/subject-on-screen.ts';
import { toast } from '../../ui/toasts.ts';
import { playNoticeSound } from '../../ui/notice-sound.ts';
import { newsOf, withState } from './order-changes.ts';
import { p2pMutations, readListsAgain } from './p2p-reads.ts';

/** Changes of one order within this time are one piece of news. */
const togetherMs = 400;

type Details = Answer<LegalOrderDetail>;
type Orders = Answer<{ readonly data: readonly LegalOrder[] }>;

/**
 * Follows the user's orders while a page of this feature is on screen: applies their messages to what is shown, reads
 * the rest again, and reports what others did, with a sound and, while the page is hidden, with a notification. Changes
 * of other orders than that on screen have notices, whose toasts name the order.
 *
 * @param open the order that is on screen with its chat; null for none
 */
export function useOrderNews(open: number | null): void {
  const { queries, socket, storage } = useLive();
  const { t } = useTranslation();
  const [isCalling, setCalling] = useState(false);
  const say = useEffectEvent((id: number, text: string, isToasted: boolean) => {
    if (isToasted) {
      toast(text, 'neutral');
      announce(text);
    }
    if (storage.read('p2p_sound') !== 'off') playNoticeSound();
    if (!document.hidden) return;
    setCalling(true);
    if (storage.read('alert_browser') === '1') notify(id, t('shell.legal'), text);
  });
  const sayState = useEffectEvent((change: Change) => {
    const event = newsOf(change.before, change.message.order);
    const { id } = change.message.order;
    if (event !== null) say(id, t(`escrow.chat.lines.${event}`), id === open);
  });
  const sayLine = useEffectEvent((id: number, event: 'evidence' | 'late') => {
    if (queries.isMutating({ mutationKey: p2pMutations }) > 0) return;
    say(id, t(`escrow.chat.lines.${event}`), id === open || event === 'evidence');
  });
  const sayMessage = useEffectEvent((id: number) => say(id, t('escrow.titleAlert'), id !== open));
  useEffect(() => {
    const changes = createGatherer<Change>(togetherMs, (all) => {
      for (const change of firstOfEach(all.filter(({ isOwn }) => !isOwn))) sayState(change);
      readListsAgain(queries);
    });
    const stops = [
      socket.onPrivate(p2pChannels.LEGAL_ORDER, (message) => {
        const before = knownOrder(queries, message.order.id);
        const isKnown = before !== undefined && before.sequence >= message.sequence;
        changes.add({ before, message, isOwn: isKnown || queries.isMutating({ mutationKey: p2pMutations }) > 0 });
        applyState(queries, message);
        readOrderAgain(queries, message.order.id);
      }),
      socket.onPrivate(p2pChannels.LEGAL_CHAT, ({ event, from, order_id: id }) => {
        if (from === 'other' || from === 'support') sayMessage(id);
        // Late payments, evidence and reopened orders are lines of the chat, but not other states.
        if (event !== null) readOrderAgain(queries, id);
        if (event === 'late' || event === 'evidence') sayLine(id, event);
        for (const { path } of [legalOrders, shopOrders]) void queries.invalidateQueries({ queryKey: [path] });
      }),
    ];
    const look = (): void => {
      if (!document.hidden) setCalling(false);
    };
    document.addEventListener('visibilitychange', look);
    return () => {
      for (const stop of stops) stop();
      changes.stop();
      document.removeEventListener('visibilitychange', look);
    };
  }, [queries, socket]);
  useSubjectOnScreen(open === null ? null : `p2p-${open}`);
  useBlinkingTitle(isCalling ? t('escrow.titleAlert') : null);
}

interface Change {
  readonly before: LegalOrder | undefined;
  readonly message: LegalOrderMessage;
  /** The user's own action may have caused it. */
  readonly isOwn: boolean;
}

/** The first change of each order with the state of its last one. */
function firstOfEach(changes: readonly Change[]): Change[] {
  const found = new Map<number, Change>();
  for (const change of changes) {
    const { id } = change.message.order;
    found.set(id, { ...change, before: found.get(id)?.before ?? change.before });
  }
  return [...found.values()];
}

function readOrderAgain(queries: QueryClient, id: number): void {
  for (const { path } of [legalOrder, shopOrder]) void queries.invalidateQueries({ queryKey: [path, { id }] });
}

/** An order as it is in the cache. */
function knownOrder(queries: QueryClient, id: number): LegalOrder | undefined {
  for (const { path } of [legalOrder, shopOrder]) {
    for (const [, answer] of queries.getQueriesData<Details>({ queryKey: [path, { id }] })) {
      if (answer !== undefined) return answer.data;
    }
  }
  for (const { path } of [legalOrders, shopOrders]) {
    for (const [, answer] of queries.getQueriesData<Orders>({ queryKey: [path] })) {
      const found = answer?.data.data.find((order) => order.id === id);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function applyState(queries: QueryClient, message: LegalOrderMessage): void {
  for (const { path } of [legalOrder, shopOrder]) {
    queries.setQueriesData<Details>({ queryKey: [path, { id: message.order.id }] }, (answer) =>
      answer === undefined ? answer : { ...answer, data: withState(answer.data, message) },
    );
  }
  for (const { path } of [legalOrders, shopOrders]) {
    queries.setQueriesData<Orders>({ queryKey: [path] }, (answer) =>
      answer === undefined
        ? answer
        : { ...answer, data: { ...answer.data, data: answer.data.data.map((order) => withState(order, message)) } },
    );
  }
}

const blinkMs = 1_000;

/** Alternates a title with the page's; the page's alone while it is null. */
function useBlinkingTitle(title: string | null): void {
  const [isOn, setOn] = useState(true);
  useEffect(() => {
    if (title === null) return;
    const timer = setInterval(() => setOn((before) => !before), blinkMs);
    return () => clearInterval(timer);
  }, [title]);
  useTitleOverride(isOn ? title : null);
}

function notify(id: number, title: string, body: string): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  try {
    // Several tabs show the same notification once.
    const notification = new Notification(title, { body, icon: '/favicon.svg', tag: `p2p-${id}` });
    notification.addEventListener('click', () => {
      window.focus();
      notification.close();
    });
  } catch {
    // Some browsers on phones show notifications of service workers only.
  }
}
