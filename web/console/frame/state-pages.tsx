import { operatorRoles } from '@bourse/contract';
import type { ConsoleAudience } from '@bourse/contract/console';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConsoleLink } from '../parts/console-link.tsx';
import { useTexts } from '../texts/texts.ts';
import classes from './state-pages.module.css';

interface NoticeProps {
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

/** A screen of one message. */
export function Notice({ title, text, children }: NoticeProps) {
  return (
    <div className={classes.notice}>
      <h1>{title}</h1>
      <p>{text}</p>
      {children}
    </div>
  );
}

/** An unknown address. */
export function AbsentPage() {
  const t = useTexts();
  return (
    <Notice title={t('absent.title')} text={t('absent.text')}>
      <ConsoleLink to="/">{t('absent.home')}</ConsoleLink>
    </Notice>
  );
}

/** A screen that the roles of the member of staff do not include. */
export function ForbiddenPage({ audience }: { readonly audience: ConsoleAudience }) {
  const t = useTexts();
  const roles = typeof audience === 'string' ? operatorRoles : audience;
  return (
    <Notice
      title={t('forbidden.title')}
      text={t('forbidden.text', { roles: roles.map((role) => t(`roles.${role}`)).join(', ') })}
    >
      <ConsoleLink to="/">{t('absent.home')}</ConsoleLink>
    </Notice>
  );
}

/** A screen that failed to render or to load. */
export function CrashPage() {
  const t = useTexts();
  return (
    <Notice title={t('crash.title')} text={t('crash.text')}>
      <Button onClick={() => window.location.reload()}>{t('crash.reload')}</Button>
    </Notice>
  );
}
