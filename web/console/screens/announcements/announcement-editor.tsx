import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import {
  type Announcement,
  type AnnouncementAudience,
  announcementCalls,
  type AnnouncementText,
} from '@bourse/contract/console';
import { type Language, languageCodes, languages } from '@bourse/contract/texts';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { Screen } from '../../parts/screen.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useRead } from '../../wire/use-read.ts';
import classes from './announcements.module.css';

interface AnnouncementEditorProps {
  /** Null for a new announcement. */
  readonly announcement: Announcement | null;
  readonly onClose: () => void;
}

type Kind = AnnouncementAudience['kind'];
const kinds: readonly Kind[] = ['all', 'holders', 'orders', 'users'];

/** The audience of an announcement and its texts by language. */
export function AnnouncementEditor({ announcement, onClose }: AnnouncementEditorProps) {
  const t = useTexts();
  const [texts, setTexts] = useState<readonly AnnouncementText[]>(announcement?.texts ?? []);
  const [language, show] = useState<Language>('en');
  const [draft, setDraft] = useState(draftOf(announcement?.audience ?? { kind: 'all' }));
  const [saving, setSaving] = useState(false);
  const target = targetOf(draft);
  const filled = texts.filter(({ content, title }) => title.trim() !== '' && content.trim() !== '');
  const isComplete = target !== null && filled.length > 0;
  const text = texts.find((one) => one.language === language) ?? { language, title: '', content: '' };
  const change = (next: AnnouncementText): void =>
    setTexts([...texts.filter((one) => one.language !== next.language), next]);
  return (
    <Screen
      title={announcement === null ? t('announcements.add') : t('announcements.number', { id: announcement.id })}
      actions={
        <>
          <Button size="dense" look="plain" onClick={onClose}>
            {t('announcements.back')}
          </Button>
          <Button size="dense" look="accent" aria-disabled={!isComplete} onClick={() => isComplete && setSaving(true)}>
            {t('announcements.save')}
          </Button>
        </>
      }
      padded
    >
      <AudienceFields draft={draft} onChange={setDraft} />
      <p className={classes.note}>{t('announcements.fallback')}</p>
      <Tabs
        label={t('announcements.language')}
        tabs={languageCodes.map((code) => ({ id: code, label: languages[code].name }))}
        selected={language}
        onSelect={show}
        look="pills"
      />
      <TextInput
        label={t('announcements.subject')}
        value={text.title}
        maxLength={120}
        onChange={(event) => change({ ...text, title: event.currentTarget.value })}
      />
      <Textarea
        label={t('announcements.body')}
        value={text.content}
        rows={12}
        maxLength={5_000}
        spellCheck
        onChange={(event) => change({ ...text, content: event.currentTarget.value })}
      />
      {saving && (
        <ActionDialog
          call={announcementCalls.saveAnnouncement}
          title={t('announcements.saveTitle')}
          confirmLabel={t('announcements.save')}
          input={
            target === null
              ? null
              : { id: announcement?.id ?? null, version: announcement?.version ?? 0, target, texts: filled }
          }
          onDone={onClose}
          onClose={() => setSaving(false)}
        />
      )}
    </Screen>
  );
}

/** The fields of every kind of audience, as they are entered. */
interface AudienceDraft {
  readonly kind: Kind;
  readonly currency: string;
  readonly market: string;
  readonly users: string;
}

interface AudienceFieldsProps {
  readonly draft: AudienceDraft;
  readonly onChange: (draft: AudienceDraft) => void;
}

function AudienceFields({ draft, onChange }: AudienceFieldsProps) {
  const t = useTexts();
  const choices = useRead(announcementCalls.announcementAudiences, {}, { every: null }).data;
  const none = { value: '', label: t('announcements.choose') };
  return (
    <div className={classes.audience}>
      <NativeSelect
        label={t('announcements.audience')}
        value={draft.kind}
        data={kinds.map((value) => ({ value, label: t(`announcements.audiences.${value}`) }))}
        onChange={(event) => {
          const kind = kinds.find((known) => known === event.currentTarget.value);
          if (kind !== undefined) onChange({ ...draft, kind });
        }}
      />
      {draft.kind === 'holders' && (
        <NativeSelect
          label={t('announcements.currency')}
          value={draft.currency}
          data={[none, ...(choices?.currencies ?? []).map(({ code, id }) => ({ value: String(id), label: code }))]}
          onChange={(event) => onChange({ ...draft, currency: event.currentTarget.value })}
        />
      )}
      {draft.kind === 'orders' && (
        <NativeSelect
          label={t('announcements.market')}
          value={draft.market}
          data={[none, ...(choices?.markets ?? []).map(({ id, symbol }) => ({ value: String(id), label: symbol }))]}
          onChange={(event) => onChange({ ...draft, market: event.currentTarget.value })}
        />
      )}
      {draft.kind === 'users' && (
        <Textarea
          label={t('announcements.users')}
          value={draft.users}
          rows={3}
          spellCheck={false}
          onChange={(event) => onChange({ ...draft, users: event.currentTarget.value })}
        />
      )}
    </div>
  );
}

function draftOf(audience: AnnouncementAudience): AudienceDraft {
  return {
    kind: audience.kind,
    currency: audience.kind === 'holders' ? String(audience.currency) : '',
    market: audience.kind === 'orders' ? String(audience.market) : '',
    users: audience.kind === 'users' ? audience.users.join(' ') : '',
  };
}

/** The audience of complete fields, else null. */
function targetOf({ currency, kind, market, users }: AudienceDraft): AnnouncementAudience | null {
  switch (kind) {
    case 'all':
      return { kind };
    case 'holders':
      return currency === '' ? null : { kind, currency: Number(currency) };
    case 'orders':
      return market === '' ? null : { kind, market: Number(market) };
    case 'users': {
      const ids = users.split(/[\s,;]+/).filter((id) => id !== '');
      const isList = ids.length > 0 && ids.length <= 1_000 && ids.every((id) => /^[1-9][0-9]{0,14}$/.test(id));
      return isList ? { kind, users: ids.map(Number) } : null;
    }
  }
}
