export {
  NewsCategory,
  type NewsCategoryName,
  NewsItem,
  NewsRow,
  type SettingKey,
  agreementId,
  articleHtml,
  newsCategories,
  newsCategory,
  newsInfo,
  newsList,
  siteSetting,
} from './calls.ts';
