export { indexPrice } from './capability.ts';
export { dollarsText, worthByIndex, worthDecimals } from './index-worth.ts';
export { demoSource, missingDemoIndices } from './demo-indices.ts';
export { type IndexPriceState, IndexPriceView, indexPrices } from './index-view.ts';
export { indexDecisions } from './index-decisions.ts';
