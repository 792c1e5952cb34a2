/** Texts of the currencies. */
export const currenciesTexts = {
  'currencies.title': 'Currencies',
  'currencies.empty': 'No currency is listed yet.',
  'currencies.code': 'Code',
  'currencies.decimals': 'Decimals',
  'currencies.markets': 'Markets',
  'currencies.listedAt': 'Listed',
  'currencies.listedBy': 'By',
  'currencies.setUp': 'Set-up',
  'currencies.smallestUnit': 'Smallest unit',
  'currencies.list': 'List a currency',
  'currencies.listTitle': 'List a currency',
  'currencies.listHint': 'Every user gets an account in it at once. Its code and decimals can never be changed.',
  'currencies.codeHint': '1 to 12 capital letters and digits',
  'currencies.codeInvalid': 'Use letters A to Z and digits only.',
  'currencies.decimalsHint': '0 to 8; balances are counted in the smallest unit',
  'currencies.decimalsInvalid': 'Enter a whole number from 0 to 8.',
} as const;
