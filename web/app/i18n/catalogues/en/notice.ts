export const notice = {
  categories: 'Categories',
  all: 'All articles',
  none: 'Nothing has been published here yet.',
  unknown: 'This article does not exist or has been removed.',
  toList: 'Show the newest notices',
  otherLanguage: 'This text is not available in your language yet.',
} as const;
