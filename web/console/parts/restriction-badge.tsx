import type { UserRow } from '@bourse/contract/console';
import { StateBadge, type Tone } from './state-badge.tsx';
import { useTexts } from '../texts/texts.ts';

const tones: Readonly<Record<UserRow['restriction'], Tone>> = { none: 'quiet', outflow: 'warning', trading: 'bad' };

export function RestrictionBadge({ scope }: { readonly scope: UserRow['restriction'] }) {
  const t = useTexts();
  return <StateBadge tone={tones[scope]}>{t(`users.scopes.${scope}`)}</StateBadge>;
}
