import type { ChatWarning } from '@bourse/contract/p2p';

/** Names of messengers and of contact addresses, in the scripts in which people write them. */
const messengers = either(
  /tele\s?gram|телеграм|\bt\.me\b|what?s\s?app|\bwa\.me\b|व्हाट्सऐप|व्हाट्सएप|टेलीग्राम/,
  /wechat|weixin|微信|飞机|电报|電報|signal|viber|\bskype\b|discord|\bqq\b/,
  /kakao|カカオ|\bline\s?id\b|ライン|(?:^|\s)@[a-z0-9_]{4,}/,
);

/** Requests to release coins, in the languages of the page. */
const releases = either(
  /\brelease|freigeb|freigab|rilasci|liber[aeo]|lib[ée]r|débloqu|vrijgev|geef vrij|serbest/,
  /释放|釋放|放币|放幣|放行|解放|リリース|रिलीज़|रिलीज|जारी कर/,
);

/** Addresses of the web, also without a scheme. */
const links = either(
  /https?:|www\./,
  /\b[a-z0-9-]+\.(?:com|net|org|io|app|info|biz|link|site|top|xyz|me|cc)\b/,
  /\b[a-z0-9-]+\.(?:ru|cn|de|it|fr|es|br|in|jp|nl|tr)\b/,
);

function either(...parts: readonly RegExp[]): RegExp {
  return new RegExp(parts.map(({ source }) => source).join('|'), 'iu');
}

/** The dangers of a text that another trader has written. */
export function warningsOf(text: string): ChatWarning[] {
  // Letters of full width and other variants look the same to readers.
  const plain = text.normalize('NFKC');
  const found: ChatWarning[] = [];
  if (messengers.test(plain)) found.push('messenger');
  if (releases.test(plain)) found.push('release');
  if (links.test(plain)) found.push('link');
  return found;
}
