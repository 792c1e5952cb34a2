import {
  alertChannels,
  alertsList,
  isNoticeTemplate,
  noticePreferences,
  type NoticeRow,
  noticesList,
  noticesRead,
  noticeTemplates,
} from '@bourse/contract/alerts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { useRead } from '../../live/read.ts';
import { announce } from '../../ui/announcer.tsx';
import { isOnScreen } from '../../ui/subject-on-screen.ts';
import { toast } from '../../ui/toasts.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { noticeTexts } from './notice-texts.ts';
import { playNoticeSound } from '../../ui/notice-sound.ts';
import { isSaidInPlace } from './said-in-place.ts';

export function useNotices(limit: number) {
  return useRead(noticesList, { limit }, { followed: true, keepPrevious: true });
}

/** Marks every notice up to one as read. */
export function useReadUpTo(): (n: number) => void {
  const { call } = useLive();
  const queries = useQueryClient();
  return (n) => {
    void call(noticesRead, { n })
      .then(() => queries.invalidateQueries({ queryKey: [noticesList.path] }))
      // The notices stay unread until the list is opened again.
      .catch(() => undefined);
  };
}

/**
 * Reports each new notice in a toast, with a sound if the user wants one, unless the page on screen does so itself, and
 * reads the alerts again.
 */
export function useNoticeArrivals(): void {
  const { socket, queries } = useLive();
  const { t } = useTranslation();
  const figures = useFigures();
  const preferences = useRead(noticePreferences, {}, { staleMs: Infinity, saidInPlace: true }).data?.data;
  const report = useEffectEvent((notice: Pick<NoticeRow, 'template' | 'figures'>) => {
    void queries.invalidateQueries({ queryKey: [alertsList.path] });
    if (isSaidInPlace(notice, isOnScreen)) return;
    const { title } = noticeTexts(notice, t, figures);
    toast(title, 'neutral');
    announce(title);
    const kind = isNoticeTemplate(notice.template) ? noticeTemplates[notice.template].kind : null;
    if (kind !== null && preferences?.[kind].sound === true) playNoticeSound();
  });
  useEffect(() => socket.onPrivate(alertChannels.NOTICE, (notice) => report(notice)), [socket]);
}
