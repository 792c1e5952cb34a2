import { contentCalls } from '@bourse/contract/console';
import { useMemo, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useAddress } from '../../parts/address.ts';
import type { ConsoleColumn } from '../../parts/column.ts';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { Time } from '../../parts/figures.tsx';
import { Screen } from '../../parts/screen.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useDrawer } from '../../parts/use-drawer.ts';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { type RowOf, useList } from '../../wire/use-list.ts';
import { useRead } from '../../wire/use-read.ts';
import { ArticleDrawer } from './article-drawer.tsx';
import { ArticleEditor } from './article-editor.tsx';
import { type EditedArticle, newArticle } from './edited-article.ts';

type Row = RowOf<typeof contentCalls.articles>;

const categories = ['22', '23', '24', '25', '26', '21'] as const;

/** Articles by category, and the editor of one of them. */
export function ContentScreen() {
  const t = useTexts();
  const { query, set } = useAddress();
  const drawer = useDrawer();
  const mayWrite = useMay(contentCalls.saveArticle);
  const [edited, edit] = useState<EditedArticle | null>(null);
  const category = categories.find((known) => known === query.get('category')) ?? '22';
  const list = useList(contentCalls.articles, { category });
  const isRow = drawer.id !== null && /^[1-9][0-9]{0,14}$/.test(drawer.id);
  const read = useRead(contentCalls.article, { id: drawer.id ?? '' }, { when: isRow && edited === null });
  const open = isRow && String(read.data?.id) === drawer.id ? read.data : undefined;
  const columns = useColumns();
  if (edited !== null) return <ArticleEditor key={edited.id} article={edited} onClose={() => edit(null)} />;
  return (
    <Screen
      title={t('content.title')}
      actions={
        mayWrite && (
          <Button size="dense" look="accent" onClick={() => edit(newArticle(Number(category)))}>
            {t('content.add')}
          </Button>
        )
      }
      filters={
        <Tabs
          label={t('content.categories.label')}
          tabs={categories.map((id) => ({ id, label: t(`content.categories.${id}`) }))}
          selected={category}
          onSelect={(id) => set({ category: id === '22' ? null : id, row: null })}
        />
      }
      drawer={open !== undefined && <ArticleDrawer article={open} onClose={drawer.close} onEdit={edit} />}
    >
      <ConsoleTable
        name="articles"
        caption={t('content.title')}
        columns={columns}
        list={list}
        rowKey={(row) => String(row.id)}
        empty={t('content.empty')}
        drawer={drawer}
      />
    </Screen>
  );
}

function useColumns(): readonly ConsoleColumn<Row>[] {
  const t = useTexts();
  return useMemo(
    () => [
      { id: 'id', head: t('words.id'), text: (row) => String(row.id), width: 70, figure: true },
      { id: 'title', head: t('content.article'), text: (row) => row.title },
      {
        id: 'state',
        head: t('words.state'),
        width: 190,
        text: (row) => t(`content.states.${stateOf(row)}`),
        cell: (row) => <StateBadge tone={stateTones[stateOf(row)]}>{t(`content.states.${stateOf(row)}`)}</StateBadge>,
      },
      {
        id: 'missing',
        head: t('content.missing'),
        width: 220,
        text: (row) => (row.missing.length === 0 ? t('content.allLanguages') : row.missing.join(', ')),
      },
      { id: 'position', head: t('content.position'), text: (row) => String(row.position), width: 90, figure: true },
      {
        id: 'published',
        head: t('content.published'),
        width: 220,
        text: (row) => (row.published_at === null ? '' : new Date(row.published_at).toISOString()),
        cell: (row) => <Time at={row.published_at} />,
      },
    ],
    [t],
  );
}

const stateTones = { published: 'good', draft: 'warning', hidden: 'quiet' } as const;

function stateOf({ has_draft: hasDraft, published_at: at }: Row): keyof typeof stateTones {
  if (at === null) return 'hidden';
  return hasDraft ? 'draft' : 'published';
}
