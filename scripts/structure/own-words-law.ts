import { pluralForm } from '../../contract/texts/index.ts';
import { type Locale, type Locales, textsOf } from '../texts/locales.ts';

/** Names and symbols that no language translates. */
const sameEverywhere: readonly string[] = [
  'Android',
  'iOS',
  's',
  'Alipay',
  'WeChat Pay',
  'PIX',
  'UPI',
  'PayPal',
  'IBAN',
  'BIC',
  'UPI ID',
];

/** English words that the language's exchanges use unchanged, by BCP 47 tag. */
const sameIn: Readonly<Record<string, readonly string[]>> = {
  de: [
    'Long',
    'Short',
    'Memo',
    'Minimum',
    'Block',
    'Bank',
    '(optional)',
    'Passkeys',
    'Feedback',
    'Chart',
    'Info',
    'Spread',
    'Trades',
    'Limit',
    'Orders',
    'Status',
    'Website',
    'Linear',
    'Signal',
    'Text',
    'Market',
    'Post-only',
    'Slippage',
    'Rebate',
    'Maker',
    'Taker',
    'Zoom',
  ],
  it: [
    'Long',
    'Short',
    'Memo',
    'Account',
    'Home',
    'White paper',
    'Feedback',
    'Menu',
    'E-mail',
    'Password',
    'Info',
    'Volume',
    'Spread',
    'Zoom',
    'Rebate',
    'Block explorer',
    'Post-only',
    'Slippage',
    'Maker',
    'Taker',
    'Asset',
  ],
  es: ['Long', 'Short', 'Memo', 'Spread', 'Total', 'Zoom', 'Post-only', 'Maker', 'Taker'],
  fr: [
    'Long',
    'Short',
    'Transaction',
    'Minimum',
    'confirmation',
    'confirmations',
    'minute',
    'minutes',
    'Options',
    'Menu',
    'Contact',
    'E-mail',
    'Sessions',
    'Volume',
    'Total',
    'Action',
    'Actions',
    'Signal',
    'Maximum',
    'Segment',
    'Rectangle',
    'Spread',
    'Zoom',
    'Slippage',
    'Rebate',
    'Post-only',
    'Type',
    'Maker',
    'Taker',
  ],
  pt: [
    'Long',
    'Short',
    'Memo',
    'White paper',
    'Feedback',
    'Menu',
    'E-mail',
    'Spread',
    'Total',
    'Status',
    'Linear',
    'Post-only',
    'Slippage',
    'Maker',
    'Taker',
    'Rebate',
    'Zoom',
  ],
  nl: [
    'Long',
    'Short',
    'Memo',
    'Minimum',
    'Bank',
    'Passkeys',
    'Account',
    'Home',
    'Feedback',
    'Menu',
    'Contact',
    'E-mail',
    'Info',
    'Open',
    'Open orders',
    'Volume',
    'Spread',
    'In orders',
    'Orders',
    'Status',
    'Website',
    'Maximum',
    'Open  in Safari.',
    'Post-only',
    'Product',
    'Slippage',
    'Rebate',
    'Trigger',
    'Maker',
    'Taker',
  ],
  tr: ['Memo', 'Limit', 'Post-only', 'Rebate', 'Maker', 'Taker'],
};

/** Reports texts that are identical to the English ones, and unused exceptions. */
export function ownWordsViolations({ english, others }: Locales): string[] {
  const originals = textsOf(english);
  return others.flatMap((locale) => violationsOf(originals, locale));
}

function violationsOf(originals: ReadonlyMap<string, string>, locale: Locale): string[] {
  const same = [...textsOf(locale)].filter(([key, text]) => {
    const { base } = pluralForm(key);
    const isEnglish = [key, `${base}_one`, `${base}_other`].some((form) => originals.get(form) === text);
    return isEnglish && /\p{L}/u.test(withoutParameters(text));
  });
  const own = sameIn[locale.tag] ?? [];
  const used = new Set(same.map(([, text]) => withoutParameters(text)));
  return [
    ...same
      .filter(([, text]) => ![...sameEverywhere, ...own].includes(withoutParameters(text)))
      .map(([key]) => `${locale.tag} ${key} is in English`),
    ...own.filter((word) => !used.has(word)).map((word) => `${locale.tag} has an unused exception for ${word}`),
  ];
}

function withoutParameters(text: string): string {
  return text.replaceAll(/\{\{\w+\}\}/g, '').trim();
}
