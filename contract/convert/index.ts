export {
  Conversion,
  ConvertQuote,
  ConvertSetting,
  ConvertibleCurrency,
  convert,
  convertQuote,
  convertSetting,
} from './calls.ts';
