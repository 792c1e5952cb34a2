import type { Match } from '@bourse/contract/markets';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../ui/panel.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { LeverDraft } from './lever-draft.ts';
import { LeverFields } from './lever-fields.tsx';
import { PairNote } from './pair-note.tsx';
import type { LeverSide } from './order-terms.ts';

interface LeverFormProps {
  readonly match: Match;
  readonly draft: LeverDraft;
  readonly onDraft: (change: (before: LeverDraft) => LeverDraft) => void;
  readonly className: string | undefined;
}

const bothSides: readonly LeverSide[] = ['long', 'short'];

/** The order form in a panel of its own. */
export function LeverForm({ match, draft, onDraft, className }: LeverFormProps) {
  const { t } = useTranslation();
  return (
    <Panel
      label={t('trade.form')}
      className={className}
      head={<KindTabs draft={draft} onDraft={onDraft} />}
      tools={<PairNote match={match} />}
    >
      <LeverFields match={match} draft={draft} onDraft={onDraft} sides={bothSides} />
    </Panel>
  );
}

type KindTabsProps = Pick<LeverFormProps, 'draft' | 'onDraft'> & { readonly className?: string | undefined };

/** The tabs of the kinds of orders. */
export function KindTabs({ draft, onDraft, className }: KindTabsProps) {
  const { t } = useTranslation();
  return (
    <Tabs
      label={t('trade.form')}
      tabs={[
        { id: 'market', label: t('lever.market') },
        { id: 'limit', label: t('trade.limit') },
      ]}
      selected={draft.kind}
      className={className}
      onSelect={(kind) => onDraft((before) => ({ ...before, kind }))}
    />
  );
}
