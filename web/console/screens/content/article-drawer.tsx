import { type ArticleDetails, contentCalls, dialogCategory } from '@bourse/contract/console';
import { agreementId } from '@bourse/contract/content';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { Diff } from '../../parts/diff.tsx';
import { Drawer, Facts } from '../../parts/drawer.tsx';
import { Time } from '../../parts/figures.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { useRead } from '../../wire/use-read.ts';
import { editedFrom, type EditedArticle } from './edited-article.ts';
import classes from './content.module.css';

interface ArticleDrawerProps {
  readonly article: ArticleDetails;
  readonly onClose: () => void;
  readonly onEdit: (article: EditedArticle) => void;
}

/** An article with its versions: the chosen one is compared with the text that readers see. */
export function ArticleDrawer({ article, onClose, onEdit }: ArticleDrawerProps) {
  const t = useTexts();
  const [deciding, decide] = useState<'publish' | 'hide' | null>(null);
  const [chosen, choose] = useState<number | null>(null);
  const { category, texts } = article.draft;
  const binds = category === dialogCategory || article.id === agreementId;
  const call = binds ? contentCalls.publishAgreement : contentCalls.publishArticle;
  const mayWrite = useMay(contentCalls.saveArticle);
  const mayPublish = useMay(call);
  const input = { id: article.id, version: article.version };
  return (
    <Drawer
      title={t('content.editTitle', { id: article.id })}
      onClose={onClose}
      actions={
        <>
          {mayPublish && article.version > 0 && (
            <Button size="dense" look="accent" onClick={() => decide('publish')}>
              {t('content.publish')}
            </Button>
          )}
          {mayWrite && (
            <Button size="dense" look="plain" onClick={() => onEdit(editedFrom(article, article.draft))}>
              {t('content.edit')}
            </Button>
          )}
          {mayPublish && article.published_at !== null && (
            <Button size="dense" look="danger" onClick={() => decide('hide')}>
              {t('content.hide')}
            </Button>
          )}
        </>
      }
    >
      <Facts
        facts={[
          [t('content.published'), <Time key="published" at={article.published_at} />],
          [t('content.languages'), texts.map(({ language }) => language).join(', ')],
        ]}
      />
      <h3>{t('content.versions')}</h3>
      {article.versions.length === 0 && <p>{t('content.noVersions')}</p>}
      <ul className={classes.versions}>
        {article.versions.map((one) => (
          <li key={one.version}>
            <span>{t('content.savedBy', { name: one.saved_by, version: one.version })}</span>
            <Time at={one.saved_at} only="relative" />
            <Button
              size="dense"
              look="plain"
              aria-expanded={chosen === one.version}
              onClick={() => choose(chosen === one.version ? null : one.version)}
            >
              {t('content.compare')}
            </Button>
          </li>
        ))}
      </ul>
      {chosen !== null && <ChosenVersion article={article} version={chosen} onEdit={mayWrite ? onEdit : null} />}
      {deciding === 'publish' && (
        <ActionDialog
          call={call}
          title={t('content.publishTitle', { id: article.id })}
          confirmLabel={t('content.publish')}
          input={input}
          onClose={() => decide(null)}
        >
          <Diff before={byLanguage(article.published)} after={byLanguage(article.draft)} />
        </ActionDialog>
      )}
      {deciding === 'hide' && (
        <ActionDialog
          call={contentCalls.hideArticle}
          title={t('content.hideTitle', { id: article.id })}
          confirmLabel={t('content.hide')}
          isDestructive
          input={input}
          onClose={() => decide(null)}
        />
      )}
    </Drawer>
  );
}

interface ChosenVersionProps {
  readonly article: ArticleDetails;
  readonly version: number;
  readonly onEdit: ((article: EditedArticle) => void) | null;
}

function ChosenVersion({ article, version, onEdit }: ChosenVersionProps) {
  const t = useTexts();
  const read = useRead(contentCalls.article, { id: String(article.id), version: String(version) }, { every: null });
  if (read.data === undefined) return null;
  const { draft } = read.data;
  return (
    <>
      <Diff before={byLanguage(article.published)} after={byLanguage(draft)} />
      {onEdit !== null && (
        <Button size="dense" onClick={() => onEdit(editedFrom(article, draft))}>
          {t('content.restore')}
        </Button>
      )}
    </>
  );
}

/** A state whose texts are compared language by language. */
function byLanguage({ banner, position, texts, topic }: ArticleDetails['draft']): object {
  const named = texts.map(({ language, ...text }) => [language, text] as const);
  return { banner, position, topic, ...Object.fromEntries(named) };
}
