import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type ArticleDraftText, contentCalls, dialogCategory } from '@bourse/contract/console';
import { helpTopics, newsCategory } from '@bourse/contract/content';
import { languageCodes, languages } from '@bourse/contract/texts';
import { useState } from 'react';
import { ArticleView } from '../../../ui/article-view.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useFigures } from '../../../ui/use-figures.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { Screen } from '../../parts/screen.tsx';
import { useNow } from '../../parts/use-now.ts';
import { useTexts } from '../../texts/texts.ts';
import { type EditedArticle, emptyText } from './edited-article.ts';
import classes from './content.module.css';

interface ArticleEditorProps {
  readonly article: EditedArticle;
  readonly onClose: () => void;
}

/** The texts of an article by language, beside their preview. */
export function ArticleEditor({ article, onClose }: ArticleEditorProps) {
  const t = useTexts();
  const [texts, setTexts] = useState(article.texts);
  const [banner, setBanner] = useState(article.banner);
  const [topic, setTopic] = useState(article.topic);
  const [position, setPosition] = useState(article.position);
  const [language, show] = useState(article.texts[0]?.language ?? 'en');
  const [saving, setSaving] = useState(false);
  const text = texts.find((one) => one.language === language);
  const isComplete = texts.every(({ title }) => title.trim() !== '');
  const change = (next: ArticleDraftText): void =>
    setTexts(texts.map((one) => (one.language === next.language ? next : one)));
  const { category, id, version } = article;
  return (
    <Screen
      title={id === null ? t('content.newTitle') : t('content.editTitle', { id })}
      actions={
        <>
          <Button size="dense" look="plain" onClick={onClose}>
            {t('content.back')}
          </Button>
          <Button
            size="dense"
            look="accent"
            aria-disabled={!isComplete || texts.length === 0}
            onClick={() => isComplete && texts.length > 0 && setSaving(true)}
          >
            {t('content.save')}
          </Button>
        </>
      }
      filters={
        <Tabs
          label={t('content.language')}
          tabs={languageCodes.map((code) => ({ id: code, label: languages[code].name }))}
          selected={language}
          onSelect={show}
          look="pills"
        />
      }
      padded
    >
      {text === undefined ? (
        <EmptyState text={t('content.noText')}>
          <Button size="dense" onClick={() => setTexts([...texts, emptyText(language)])}>
            {t('content.addText')}
          </Button>
        </EmptyState>
      ) : (
        <div className={classes.editor}>
          <div className={classes.form}>
            <TextFields text={text} isPlain={category === dialogCategory} onChange={change} />
            {category === newsCategory.banners && (
              <TextInput
                label={t('content.banner')}
                value={banner}
                maxLength={200}
                onChange={(event) => setBanner(event.currentTarget.value)}
              />
            )}
            {category === newsCategory.support && (
              <NativeSelect
                label={t('content.topic')}
                value={topic}
                data={[
                  { value: '', label: t('content.noTopic') },
                  ...helpTopics.map((value) => ({ value, label: t(`content.topics.${value}`) })),
                ]}
                onChange={(event) => setTopic(helpTopics.find((one) => one === event.currentTarget.value) ?? '')}
              />
            )}
            <TextInput
              label={t('content.position')}
              value={String(position)}
              inputMode="numeric"
              maxLength={5}
              onChange={(event) => setPosition(Number(event.currentTarget.value.replaceAll(/\D/g, '')))}
            />
            <div>
              <Button
                size="dense"
                look="plain"
                onClick={() => setTexts(texts.filter((one) => one.language !== language))}
              >
                {t('content.removeText')}
              </Button>
            </div>
          </div>
          <Preview text={text} isPlain={category === dialogCategory} />
        </div>
      )}
      {saving && (
        <ActionDialog
          call={contentCalls.saveArticle}
          title={t('content.saveTitle')}
          confirmLabel={t('content.save')}
          input={{ id, version, category, position, banner, topic, texts: [...texts] }}
          onDone={onClose}
          onClose={() => setSaving(false)}
        />
      )}
    </Screen>
  );
}

interface TextFieldsProps {
  readonly text: ArticleDraftText;
  readonly isPlain: boolean;
  readonly onChange: (text: ArticleDraftText) => void;
}

function TextFields({ text, isPlain, onChange }: TextFieldsProps) {
  const t = useTexts();
  return (
    <>
      <TextInput
        label={t('content.heading')}
        value={text.title}
        maxLength={200}
        required
        onChange={(event) => onChange({ ...text, title: event.currentTarget.value })}
      />
      {!isPlain && (
        <TextInput
          label={t('content.summary')}
          value={text.summary}
          maxLength={500}
          onChange={(event) => onChange({ ...text, summary: event.currentTarget.value })}
        />
      )}
      <Textarea
        label={isPlain ? t('content.plainBody') : t('content.body')}
        value={text.content}
        rows={18}
        maxLength={60_000}
        spellCheck
        onChange={(event) => onChange({ ...text, content: event.currentTarget.value })}
      />
    </>
  );
}

/** The article as readers see it. Links do not lead anywhere. */
function Preview({ text, isPlain }: { readonly text: ArticleDraftText; readonly isPlain: boolean }) {
  const t = useTexts();
  const figures = useFigures();
  const now = useNow();
  return (
    <section className={classes.preview} aria-label={t('content.preview')}>
      {isPlain ? (
        <>
          <h2>{text.title}</h2>
          <p className={classes.plain}>{text.content}</p>
        </>
      ) : (
        <ArticleView
          title={text.title}
          html={text.content}
          locale={languages[text.language].tag}
          createdAt={now}
          time={figures.dateTime(now)}
          onFollow={stay}
        />
      )}
    </section>
  );
}

function stay(): void {
  // A preview has no other pages.
}
