import { Time } from '../../parts/figures.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useNow } from '../../parts/use-now.ts';
import { useTexts } from '../../texts/texts.ts';

interface DueProps {
  readonly at: number;
  /** The time no longer matters. */
  readonly ended: boolean;
}

/** A time until which something should be done; nothing happens by itself when it has passed. */
export function Due({ at, ended }: DueProps) {
  const t = useTexts();
  const now = useNow();
  if (!ended && now > at) return <StateBadge tone="bad">{t('fiat.overdue')}</StateBadge>;
  return <Time at={at} only="relative" />;
}
