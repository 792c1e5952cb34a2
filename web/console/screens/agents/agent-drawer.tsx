import { agentCalls, type AgentRow } from '@bourse/contract/console';
import { Button } from '../../../ui/button.tsx';
import { noFigure } from '../../../ui/figures.ts';
import { ConsoleLink } from '../../parts/console-link.tsx';
import { Drawer, Facts } from '../../parts/drawer.tsx';
import { Figure, Time } from '../../parts/figures.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import type { AgentAction } from './agent-dialog.tsx';
import { limitLines, shareText } from './agent-form.ts';
import classes from './agents.module.css';

interface AgentDrawerProps {
  readonly row: AgentRow;
  readonly onClose: () => void;
  readonly onAction: (action: AgentAction) => void;
}

/** An agent with its terms and sums, and what can be changed. */
export function AgentDrawer({ onAction, onClose, row }: AgentDrawerProps) {
  const t = useTexts();
  const maySet = useMay(agentCalls.setAgent);
  const isActive = row.state === 'active';
  return (
    <Drawer
      title={row.account}
      onClose={onClose}
      actions={
        maySet && (
          <>
            <Button size="dense" look="accent" onClick={() => onAction({ kind: isActive ? 'change' : 'restore', row })}>
              {t(isActive ? 'agents.change' : 'agents.restore')}
            </Button>
            {isActive && (
              <Button size="dense" look="danger" onClick={() => onAction({ kind: 'remove', row })}>
                {t('agents.remove')}
              </Button>
            )}
          </>
        )
      }
    >
      <Facts
        facts={[
          [
            t('agents.user'),
            <ConsoleLink key="user" to={`/users?user=${row.user_id}`}>
              {row.user_id}
            </ConsoleLink>,
          ],
          [t('words.state'), t(`agents.states.${row.state}`)],
          [t('agents.share'), <Figure key="share" value={shareText(row.share_ppm)} />],
          [t('agents.limits'), <Limits key="limits" limits={row.limits_today} />],
          [t('agents.limitsTomorrow'), <Limits key="next" limits={row.limits} />],
          [
            t('agents.users'),
            <ConsoleLink key="users" to={`/agents?tab=users&agent=${row.user_id}`}>
              {row.users}
            </ConsoleLink>,
          ],
          [t('agents.paid30'), <Figure key="paid30" value={row.paid_usd_30d} />],
          [t('agents.paid'), <Figure key="paid" value={row.paid_usd} />],
          [t('agents.unpaidDays'), <Figure key="unpaid" value={row.unpaid_days} />],
          [t('agents.since'), <Time key="since" at={row.created_at} />],
          [t('agents.changed'), <Time key="changed" at={row.changed_at} />],
          [t('agents.changedBy'), row.changed_by ?? noFigure],
        ]}
      />
    </Drawer>
  );
}

function Limits({ limits }: { readonly limits: AgentRow['limits'] }) {
  const t = useTexts();
  return <span className={classes.lines}>{limits.length === 0 ? t('agents.noLimits') : limitLines(limits)}</span>;
}
