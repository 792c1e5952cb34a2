export { isLanguage, type Language, languageCodes, languageFrom, languageOf, languages } from './languages.ts';
export {
  parameterNames,
  type TextParameters,
  fillParameters,
  flattenTexts,
  formatText,
  nestTexts,
  pluralCategories,
  pluralForm,
  type Texts,
  type TextTree,
  withEnglish,
} from './format.ts';
export type { AccountCode, ParametersAfter, ParametersOf, PageGroup, PageTexts, SuccessKey, TextKey } from './keys.ts';
