import type { SiteConfig } from '@bourse/contract/identity';

export interface Alert {
  readonly title: string;
  readonly content: string;
  /** Identifies this text; stored when the alert is dismissed, so that a changed text is shown again. */
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

/** 32-bit FNV-1a, which is enough to distinguish successive alerts of a site. */
function markOf(text: string): string {
  let hash = 0x81_1c_9d_c5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
