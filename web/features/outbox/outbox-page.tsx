import { codeLength, demoOutbox, type KeptMessage } from '@bourse/contract/notify';
import { TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { useRead } from '../../live/read.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { NotFoundPage } from '../shell/index.ts';
import { useSiteConfig } from '../../live/site-config.ts';
import classes from './outbox-page.module.css';

/** Poll interval for new messages, in milliseconds. */
const refreshMs = 3_000;

/** The messages to one address that a demo stores instead of sending. Not available on a site that sends messages. */
export function OutboxPage() {
  const config = useSiteConfig();
  if (config === null) return <SkeletonRows count={6} height={48} />;
  return config.demo_outbox === 1 ? <Outbox /> : <NotFoundPage />;
}

function Outbox() {
  const { t } = useTranslation();
  const { storage } = useLive();
  const search = useSearch({ from: '/demo/outbox' });
  const navigate = useNavigate({ from: '/demo/outbox' });
  const to = search.to ?? '';
  const [typed, setTyped] = useState(() => (to === '' ? (storage.read('accountNumber') ?? '') : to));

  const show = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void navigate({ search: typed.trim() === '' ? {} : { to: typed.trim() }, replace: true });
  };

  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{t('shell.outboxTitle')}</h1>
      <p className={classes.about}>{t('outbox.about')}</p>
      <form className={classes.form} onSubmit={show}>
        <TextInput
          label={t('outbox.to')}
          name="to"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          className={classes.field}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" size="touch">
          {t('outbox.show')}
        </Button>
      </form>
      {to !== '' && <Messages to={to} />}
    </div>
  );
}

function Messages({ to }: { readonly to: string }) {
  const { t } = useTranslation();
  const { data, errorUpdateCount, refetch } = useRead(demoOutbox, { to }, { refreshMs });
  // `isError` would be reset by the next poll, so the count of errors is used.
  if (data === undefined && errorUpdateCount > 0) return <ErrorState onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows count={6} height={48} />;
  if (data.data.length === 0) return <EmptyState text={t('outbox.empty')} />;
  return (
    <ol className={classes.list} aria-label={t('shell.outboxTitle')}>
      {data.data.map((message) => (
        <li key={message.id} className={classes.message}>
          <Message message={message} />
        </li>
      ))}
    </ol>
  );
}

/** A long code in groups of four, as in the message; a short one unchanged. */
function inGroups(code: string): string {
  return code.length <= codeLength ? code : code.replaceAll(/.{4}(?=.)/g, '$& ');
}

function Message({ message }: { readonly message: KeptMessage }) {
  const { t } = useTranslation();
  const figures = useFigures();
  const copy = useCopy();
  const { channel, code, created_at: time, subject, text, to } = message;
  return (
    <article>
      <h2 className={classes.subject}>{subject === '' ? t('outbox.sms') : subject}</h2>
      <p className={classes.facts}>
        <span>{t(channel === 'email' ? 'outbox.mailTo' : 'outbox.smsTo', { to })}</span>
        <time dateTime={new Date(time).toISOString()}>{figures.dateTime(time)}</time>
      </p>
      {code !== '' && (
        <p className={classes.codeLine}>
          <output className={classes.code} data-testid="code">
            {inGroups(code)}
          </output>
          <Button look="plain" size="touch" onClick={() => copy(code)}>
            {t('outbox.copyCode')}
          </Button>
        </p>
      )}
      <p className={classes.text}>{text}</p>
    </article>
  );
}
