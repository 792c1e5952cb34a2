import type { SiteConfig } from '@bourse/contract/identity';

export interface Alert {
  readonly title: string;
  readonly content: string;
  /** Stands for these words; the browser keeps it when they were confirmed, so that other words are shown again. */
  readonly mark: string;
}

/** The alert of the site's configuration; null when it has no content. */
export function alertOf({
  dialog_title,
  dialog_content,
}: Pick<SiteConfig, 'dialog_title' | 'dialog_content'>): Alert | null {
  const title = dialog_title.trim();
  const content = dialog_content.trim();
  return content === '' ? null : { title, content, mark: markOf(`${title}\n${content}`) };
}

/** FNV-1a of 32 bits: enough to tell one alert of a site from the one before. */
function markOf(text: string): string {
  let hash = 0x81_1c_9d_c5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
