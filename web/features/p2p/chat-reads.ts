import {
  type LegalChat,
  type LegalMessage,
  legalMessages,
  legalOrder,
  type LegalOrderDetail,
  legalSay,
  p2pChannels,
} from '@bourse/contract/p2p';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Answer } from '../../live/caller.ts';
import { type Live, useLive } from '../../live/context.tsx';
import { refusalOf } from '../../live/failure.ts';
import { readKey, useSessionToken } from '../../live/read.ts';
import { createThrottle } from '../../live/throttle.ts';
import { completeUpTo, mergeMessages } from './chat-groups.ts';

/** Messages that arrive within this time are marked as read together. */
const markMs = 600;

/** The most pages of 100 messages that a chat can have. */
const maxPages = 20;

interface Chat {
  readonly messages: readonly LegalMessage[];
  readonly openUntil: LegalChat['open_until'];
  readonly sequence: number;
}

/**
 * The chat of an order, followed while it is on screen. Its messages do not resume after a broken connection, so it is
 * read again then.
 *
 * @param isSeen whether its messages count as read
 */
export function useChat(id: number, isSeen: boolean) {
  const live = useLive();
  const token = useSessionToken();
  const { socket, queries } = live;
  useEffect(() => {
    const key = readKey(legalMessages, { id }, token);
    const merge = (more: readonly LegalMessage[]): void => {
      queries.setQueryData<Chat>(key, (chat) =>
        chat === undefined ? chat : { ...chat, messages: mergeMessages(chat.messages, more) },
      );
    };
    const clearUnread = (): void => {
      queries.setQueriesData<Answer<LegalOrderDetail>>({ queryKey: [legalOrder.path, { id }] }, (order) =>
        order === undefined || order.data.unread === 0 ? order : { ...order, data: { ...order.data, unread: 0 } },
      );
    };
    // Reading marks as read, and fills gaps.
    const mark = createThrottle(async () => {
      if (document.hidden || !isSeen) return;
      const known = queries.getQueryData<Chat>(key);
      if (known === undefined) return;
      const after = Math.max(0, completeUpTo(known.messages) - 1);
      const answer = await live.call(legalMessages, { id, after }).catch(() => null);
      if (answer !== null) merge(answer.data.data);
    }, markMs);
    const stop = socket.onPrivate(p2pChannels.LEGAL_CHAT, (message) => {
      if (message.order_id !== id) return;
      merge([messageOf(message)]);
      if (message.from === 'me') return;
      if (isSeen) mark.request();
      else void queries.invalidateQueries({ queryKey: [legalOrder.path, { id }] });
    });
    const look = (): void => mark.request();
    document.addEventListener('visibilitychange', look);
    if (isSeen) {
      clearUnread();
      mark.request();
    }
    return () => {
      stop();
      mark.stop();
      document.removeEventListener('visibilitychange', look);
    };
  }, [id, isSeen, live, queries, socket, token]);
  return useQuery({
    queryKey: readKey(legalMessages, { id }, token),
    queryFn: ({ signal }) => readChat(live, id, signal),
    // Reading marks the messages as read.
    enabled: token !== null && isSeen,
    meta: { followed: true, saidInPlace: true },
  });
}

function messageOf(message: LegalMessage): LegalMessage {
  const { created_at, event, from, i, image, text, warnings } = message;
  return { created_at, event, from, i, image, text, warnings };
}

async function readChat({ call }: Pick<Live, 'call'>, id: number, signal: AbortSignal): Promise<Chat> {
  let messages: readonly LegalMessage[] = [];
  for (let page = 1; ; page++) {
    const { data, sequence } = await call(legalMessages, { id, after: messages.at(-1)?.i ?? 0 }, { signal });
    messages = mergeMessages(messages, data.data);
    if (data.data.length === 0 || (messages.at(-1)?.i ?? 0) >= data.last || page === maxPages) {
      return { messages, openUntil: data.open_until, sequence };
    }
  }
}

/** Sends a text or the address of an image. */
export function useSaying(id: number, onDone: () => void) {
  const { call, queries, report } = useLive();
  const token = useSessionToken();
  return useMutation({
    meta: { saidInPlace: true },
    mutationFn: async (said: { readonly text: string } | { readonly image: string }) =>
      (await call(legalSay, { id, ...said })).data,
    onSuccess: (message) => {
      queries.setQueryData<Chat>(readKey(legalMessages, { id }, token), (chat) =>
        chat === undefined ? chat : { ...chat, messages: mergeMessages(chat.messages, [message]) },
      );
      onDone();
    },
    onError: (error) => {
      if (refusalOf(error) === null) report(error);
    },
  });
}
