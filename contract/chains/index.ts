export { ChainProtocol, CurrencyProtocol, currencyProtocols } from './calls.ts';
