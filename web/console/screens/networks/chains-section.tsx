import { type FollowedChainRow, networkCalls } from '@bourse/contract/console';
import { Button } from '../../../ui/button.tsx';
import { Figure, Time } from '../../parts/figures.tsx';
import { ReadStates } from '../../parts/read-states.tsx';
import { PlainTable, Section } from '../../parts/section.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { useRead } from '../../wire/use-read.ts';

/** The declared chains, and how far each one was read. */
export function ChainsSection({ onResume }: { readonly onResume: (chain: FollowedChainRow) => void }) {
  const t = useTexts();
  const read = useRead(networkCalls.followedChains, {});
  const mayResume = useMay(networkCalls.resumeChain);
  const figures = [t('networks.head'), t('networks.cursor'), t('networks.lag'), t('networks.count')];
  return (
    <Section title={t('networks.chains')}>
      <ReadStates read={read}>
        {({ rows }) => (
          <PlainTable
            caption={t('networks.chains')}
            heads={[t('networks.fields.chain'), t('words.state'), ...figures, t('networks.readAt'), '']}
            figures={figures}
            rows={rows}
            rowKey={(row) => String(row.id)}
            renderCells={(row) => [
              row.name,
              <ChainState key="state" chain={row} />,
              <Figure key="head" value={row.head} />,
              <Figure key="cursor" value={row.cursor} />,
              <Figure key="lag" value={row.lag} />,
              <Figure key="count" value={row.networks} />,
              <Time key="read" at={row.read_at} only="relative" />,
              mayResume && row.halted !== null && (
                <Button key="resume" size="dense" look="plain" onClick={() => onResume(row)}>
                  {t('networks.resume')}
                </Button>
              ),
            ]}
          />
        )}
      </ReadStates>
    </Section>
  );
}

function ChainState({ chain: { followed, halted } }: { readonly chain: FollowedChainRow }) {
  const t = useTexts();
  if (halted !== null) return <StateBadge tone="bad">{t('networks.halted')}</StateBadge>;
  return (
    <StateBadge tone={followed ? 'good' : 'quiet'}>
      {t(followed ? 'networks.followed' : 'networks.notFollowed')}
    </StateBadge>
  );
}
