export { indexPrice } from './capability.ts';
export { dollarsText, worthByIndex, worthDecimals, worthForLimits } from './index-worth.ts';
export { demoSources, missingDemoIndices } from './demo-indices.ts';
export { type IndexPriceState, IndexPriceView, indexPrices } from './index-view.ts';
export { indexDecisions } from './index-decisions.ts';
