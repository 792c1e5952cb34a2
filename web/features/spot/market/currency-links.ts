import type { CallOutput } from '@bourse/contract';
import type { currencyInfo } from '@bourse/contract/markets';

type CurrencyInfo = CallOutput<typeof currencyInfo>;

/** The websites about a currency. */
export type LinkKind = 'website' | 'explorer' | 'github' | 'twitter' | 'telegram';

export interface CurrencyLink {
  readonly kind: LinkKind;
  readonly address: string;
}

/** The links that an operator entered, in a fixed order, without empty and invalid addresses. */
export function currencyLinks(
  info: Pick<
    CurrencyInfo,
    'official_website_address' | 'block_explorer' | 'github_url' | 'twitter_url' | 'telegram_url'
  >,
): readonly CurrencyLink[] {
  const given: readonly CurrencyLink[] = [
    { kind: 'website', address: info.official_website_address },
    { kind: 'explorer', address: info.block_explorer },
    { kind: 'github', address: info.github_url },
    { kind: 'twitter', address: info.twitter_url },
    { kind: 'telegram', address: info.telegram_url },
  ];
  return given.flatMap(({ kind, address }) => {
    const safe = webAddress(address);
    return safe === null ? [] : [{ kind, address: safe }];
  });
}

/** A complete http or https address, normalised; null for anything else, such as a script. */
function webAddress(text: string): string | null {
  const url = URL.parse(text.trim());
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}
