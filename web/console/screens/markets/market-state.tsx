import type { MarketRow } from '@bourse/contract/console';
import { StateBadge, type Tone } from '../../parts/state-badge.tsx';
import { useTexts } from '../../texts/texts.ts';

export type MarketState = MarketRow['state'];

const tones = {
  open: 'good',
  post_only: 'accent',
  cancel_only: 'warning',
  halted: 'bad',
} as const satisfies Readonly<Record<MarketState, Tone>>;

export function MarketStateBadge({ state }: { readonly state: MarketState }) {
  const t = useTexts();
  return <StateBadge tone={tones[state]}>{t(`markets.states.${state}`)}</StateBadge>;
}
