export { indexChannel } from './channel.ts';
export { demoSource, missingDemoIndices } from './demo-indices.ts';
export { type IndexPriceState, IndexPriceView, indexPrices } from './index-view.ts';
export { registerIndexPrice } from './routes.ts';
