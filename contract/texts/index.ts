export { isLanguage, type Language, languageCodes, languageFrom, languageOf, languages } from './languages.ts';
export {
  figureNames,
  type Figures,
  fillFigures,
  flattenTexts,
  formatText,
  nestTexts,
  pluralCategories,
  pluralForm,
  type Texts,
  type TextTree,
  withEnglish,
} from './format.ts';
export type { AccountCode, FiguresAfter, FiguresOf, PageGroup, PageTexts, SuccessKey, TextKey } from './keys.ts';
