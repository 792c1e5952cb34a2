import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HelpTopic, NewsCategoryName } from '@bourse/contract/content';
import { type Language, languageFrom } from '@bourse/contract/texts';
import { articleList } from './article-list.ts';
import type { With } from '../../ground/parts.ts';

/** A bundled article with its texts by language: English and any others. */
export interface StartingArticle {
  readonly id: number;
  readonly category: NewsCategoryName;
  /** Position within its category. */
  readonly position: number;
  readonly banner: string;
  readonly topic: HelpTopic | '';
  readonly texts: ReadonlyMap<Language, ArticleText>;
}

export interface ArticleText {
  readonly title: string;
  readonly summary: string;
  readonly content: string;
}

/** An entry of the article list: its id, the name of its files, and whether only a demo publishes it. */
export interface ListedArticle {
  readonly id: number;
  readonly name: string;
  readonly banner?: string;
  /** Its group in the help centre. */
  readonly topic?: HelpTopic;
  readonly demoOnly?: boolean;
}

const folder = join(import.meta.dirname, 'articles');

/**
 * Reads the articles of `article-list.ts` from `articles/<category>/<name>.<BCP 47 tag>.html`. Each has an English text
 * and optionally other languages. A file begins with the title as its only `h1`; the paragraph after it is also the
 * summary.
 */
export function readStartingArticles({ demo }: With<'demo'>): StartingArticle[] {
  return articleList.flatMap(({ category, articles }) => {
    const files = readdirSync(join(folder, category));
    return articles
      .filter(({ demoOnly = false }) => demo || !demoOnly)
      .map(({ id, name, banner = '', topic }, at) => ({
        id,
        category,
        position: at + 1,
        banner,
        topic: topic ?? '',
        texts: new Map(files.flatMap((file) => readText(join(folder, category), file, name))),
      }));
  });
}

function readText(place: string, file: string, name: string): [Language, ArticleText][] {
  const tag = new RegExp(`^${name}\\.([\\w-]+)\\.html$`).exec(file)?.[1];
  if (tag === undefined) return [];
  const language = languageFrom(tag);
  if (language === null) throw new Error(`${file} is in an unknown language`);
  return [[language, articleText(readFileSync(join(place, file), 'utf8'), file)]];
}

/** Splits a file into title, summary and content. */
function articleText(html: string, file: string): ArticleText {
  const [, title, content] = /^<h1>([^<]+)<\/h1>\s+(<p>.*)$/s.exec(html.trim()) ?? [];
  const lead = /^<p>(.*?)<\/p>/s.exec(content ?? '')?.[1];
  if (title === undefined || content === undefined || lead === undefined)
    throw new Error(`${file} does not begin with a title and a paragraph`);
  return { title: plainText(title), summary: plainText(lead), content };
}

/** The visible text of a line of HTML, with its no-break spaces. */
function plainText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/[ \t\r\n]+/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim();
}
