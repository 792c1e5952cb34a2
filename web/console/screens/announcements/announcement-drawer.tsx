import { type Announcement, announcementCalls } from '@bourse/contract/console';
import { languageFrom, languages } from '@bourse/contract/texts';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { Drawer, Facts } from '../../parts/drawer.tsx';
import { Time } from '../../parts/figures.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { useRead } from '../../wire/use-read.ts';
import { useAudienceText } from './audience-text.ts';
import classes from './announcements.module.css';

interface AnnouncementDrawerProps {
  readonly announcement: Announcement;
  readonly onClose: () => void;
  readonly onEdit: (announcement: Announcement) => void;
}

/** An announcement with its mail in each language, and what can be done with it. */
export function AnnouncementDrawer({ announcement, onClose, onEdit }: AnnouncementDrawerProps) {
  const t = useTexts();
  const audienceText = useAudienceText();
  const [deciding, decide] = useState<'send' | 'stop' | null>(null);
  const mayWrite = useMay(announcementCalls.saveAnnouncement);
  const maySend = useMay(announcementCalls.sendAnnouncement);
  const mayStop = useMay(announcementCalls.stopAnnouncement);
  const { ended_at: endedAt, id, queued, seen, started_at: startedAt, state, total, version } = announcement;
  const sendLabel = state === 'stopped' ? t('announcements.continue') : t('announcements.send');
  return (
    <Drawer
      title={t('announcements.number', { id })}
      onClose={onClose}
      actions={
        <>
          {mayWrite && state === 'draft' && (
            <Button size="dense" onClick={() => onEdit(announcement)}>
              {t('announcements.edit')}
            </Button>
          )}
          {maySend && (state === 'draft' || state === 'stopped') && (
            <Button size="dense" look="accent" onClick={() => decide('send')}>
              {sendLabel}
            </Button>
          )}
          {mayStop && state === 'sending' && (
            <Button size="dense" look="danger" onClick={() => decide('stop')}>
              {t('announcements.stop')}
            </Button>
          )}
        </>
      }
    >
      <Facts
        facts={[
          [t('words.state'), t(`announcements.states.${state}`)],
          [t('announcements.audience'), audienceText(announcement)],
          [t('announcements.progress'), t('announcements.progressOf', { seen, total, queued })],
          [t('announcements.withoutAddress'), String(announcement.without_address)],
          [t('announcements.started'), <Time key="started" at={startedAt} />],
          [t('announcements.ended'), <Time key="ended" at={endedAt} />],
          [t('announcements.by'), announcement.changed_by],
        ]}
      />
      <Mail key={version} announcement={announcement} />
      {deciding === 'send' && (
        <ActionDialog
          call={announcementCalls.sendAnnouncement}
          title={t('announcements.sendTitle', { id })}
          confirmLabel={sendLabel}
          input={{ id, version }}
          changes={[{ field: t('announcements.audience'), before: null, after: audienceText(announcement) }]}
          onClose={() => decide(null)}
        />
      )}
      {deciding === 'stop' && (
        <ActionDialog
          call={announcementCalls.stopAnnouncement}
          title={t('announcements.stopTitle', { id })}
          confirmLabel={t('announcements.stop')}
          isDestructive
          input={{ id }}
          onClose={() => decide(null)}
        />
      )}
    </Drawer>
  );
}

/** The mail as the server writes it. */
function Mail({ announcement }: { readonly announcement: Announcement }) {
  const t = useTexts();
  const written = announcement.texts.map(({ language }) => language);
  const [language, show] = useState(languageFrom(written[0]) ?? 'en');
  const mail = useRead(announcementCalls.announcementMail, { id: announcement.id, language }, { every: null });
  return (
    <>
      <Tabs
        label={t('announcements.mail')}
        tabs={written.map((id) => ({ id, label: languages[id].name }))}
        selected={language}
        onSelect={show}
        look="pills"
      />
      {mail.data !== undefined && (
        <div className={classes.mail} lang={languages[mail.data.language].tag}>
          <b>{mail.data.subject}</b>
          <p>{mail.data.text}</p>
        </div>
      )}
    </>
  );
}
