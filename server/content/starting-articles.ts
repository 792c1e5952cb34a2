import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type NewsCategoryName } from '@bourse/contract/content';
import { type Language, languageFrom } from '@bourse/contract/texts';
import { articleList } from './article-list.ts';

/** An article that comes with the software, with its texts by language: English and any others. */
export interface StartingArticle {
  readonly id: number;
  readonly category: NewsCategoryName;
  /** Order among those of its category. */
  readonly position: number;
  readonly banner: string;
  readonly texts: ReadonlyMap<Language, ArticleText>;
}

export interface ArticleText {
  readonly title: string;
  readonly summary: string;
  readonly content: string;
}

/** An article of the list: its number, the name of its files, and whether only a demonstration publishes it. */
export interface ListedArticle {
  readonly id: number;
  readonly name: string;
  readonly banner?: string;
  readonly demoOnly?: boolean;
}

const folder = join(import.meta.dirname, 'articles');

/**
 * Reads the articles of `article-list.ts` from `articles/<category>/<name>.<BCP 47 tag>.html`. An article may be in any
 * of the languages; a reader without a text of their own gets the English one. A file begins with the title as its only
 * `h1`; the paragraph after it is the summary too.
 */
export function readStartingArticles({ demo }: { readonly demo: boolean }): StartingArticle[] {
  return articleList.flatMap(({ category, articles }) => {
    const files = readdirSync(join(folder, category));
    return articles
      .filter(({ demoOnly = false }) => demo || !demoOnly)
      .map(({ id, name, banner = '' }, at) => ({
        ...{ id, category, position: at + 1, banner },
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

/** Takes a file apart. */
function articleText(html: string, file: string): ArticleText {
  const [, title, content] = /^<h1>([^<]+)<\/h1>\s+(<p>.*)$/s.exec(html.trim()) ?? [];
  const lead = /^<p>(.*?)<\/p>/s.exec(content ?? '')?.[1];
  if (title === undefined || content === undefined || lead === undefined)
    throw new Error(`${file} does not begin with a title and a paragraph`);
  return { title: plainText(title), summary: plainText(lead), content };
}

/** What a reader sees of a line of HTML without its marks. */
function plainText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim();
}
