import { Tabs } from '../../../ui/tabs.tsx';
import { useAddress } from '../../parts/address.ts';
import { useTexts } from '../../texts/texts.ts';
import { AgentsView } from './agents-view.tsx';
import { AgentUsersView } from './users-view.tsx';

const views = ['agents', 'users'] as const;

/** The filters of both views, which the other one does not keep. */
const noFilters = { row: null, state: null, user: null, agent: null, same_document: null };

/** Agents, and the users who are attached to them. */
export function AgentsScreen() {
  const t = useTexts();
  const { query, set } = useAddress();
  const view = query.get('tab') === 'users' ? 'users' : 'agents';
  const tabs = (
    <Tabs
      label={t('agents.title')}
      tabs={views.map((id) => ({ id, label: t(`agents.views.${id}`) }))}
      selected={view}
      onSelect={(id) => set({ ...noFilters, tab: id === 'agents' ? null : id })}
    />
  );
  return view === 'agents' ? <AgentsView tabs={tabs} /> : <AgentUsersView tabs={tabs} />;
}
