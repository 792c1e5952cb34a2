import { useEffect } from 'react';
import { screens } from '../screens/registry.ts';
import { useConsole } from '../wire/console-context.tsx';
import { allows, useSession } from '../wire/session.ts';
import { useTexts } from '../texts/texts.ts';
import { Notice } from './state-pages.tsx';

/** The address `/`: the first screen that the roles include. */
export function FirstScreen() {
  const t = useTexts();
  const { go } = useConsole();
  const { roles } = useSession();
  const first = screens.find(({ needs }) => allows(needs.audience, roles))?.path ?? null;
  useEffect(() => {
    if (first !== null) go(first, { replace: true });
  }, [first, go]);
  return first === null ? <Notice title={t('welcome.title')} text={t('welcome.text')} /> : null;
}
