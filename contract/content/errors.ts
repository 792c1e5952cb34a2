export const contentErrors = {
  news_unknown: [],
  news_category_unknown: [],
} as const;
