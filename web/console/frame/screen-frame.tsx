import { useEffect, type ReactNode } from 'react';
import type { Screen } from '../screens/registry.ts';
import { allows, useSession } from '../wire/session.ts';
import { useTexts } from '../texts/texts.ts';
import { ForbiddenPage } from './state-pages.tsx';

/** A screen under its title, if the roles of the member of staff include it. */
export function ScreenFrame({ screen, children }: { readonly screen: Screen; readonly children: ReactNode }) {
  const t = useTexts();
  const { roles } = useSession();
  const title = t(screen.title);
  useEffect(() => {
    document.title = `${title} · ${t('frame.product')}`;
  }, [title, t]);
  return allows(screen.needs.audience, roles) ? children : <ForbiddenPage audience={screen.needs.audience} />;
}
