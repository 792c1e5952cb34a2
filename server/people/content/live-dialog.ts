import { dialogCategory } from '@bourse/contract/console';
import type { Language } from '@bourse/contract/texts';
import type { Kysely } from 'kysely';
import type { Schema } from '../../ground/database/index.ts';
import { languagesFor } from './news-reader.ts';

interface DialogText {
  readonly title: string;
  readonly content: string;
}

/** The dialog that the home page shows once, as staff have published it, by language. */
export class LiveDialog {
  readonly #db: Kysely<Schema>;
  #texts: ReadonlyMap<string, DialogText> = new Map();

  private constructor(db: Kysely<Schema>) {
    this.#db = db;
  }

  static async open(db: Kysely<Schema>): Promise<LiveDialog> {
    const dialog = new LiveDialog(db);
    await dialog.reload();
    return dialog;
  }

  /** The text for a reader; null if none is published. */
  textIn(language: Language): DialogText | null {
    const [any] = this.#texts.values();
    const preferred = languagesFor(language).map((code) => this.#texts.get(code));
    return preferred.find((text) => text !== undefined) ?? any ?? null;
  }

  /** Reads the newest published dialog again. */
  async reload(): Promise<void> {
    const newest = await this.#db
      .selectFrom('news')
      .where('category_id', '=', dialogCategory)
      .where('published_at', 'is not', null)
      .select('id')
      .orderBy('published_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (newest === undefined) {
      this.#texts = new Map();
      return;
    }
    const rows = await this.#db.selectFrom('news_texts').selectAll().where('news_id', '=', newest.id).execute();
    this.#texts = new Map(rows.map(({ content, language, title }) => [language, { title, content }]));
  }
}

declare module '../../ground/parts.ts' {
  interface Parts {
    /** The dialog of the home page that staff have published. */
    readonly dialog: LiveDialog;
  }
}
