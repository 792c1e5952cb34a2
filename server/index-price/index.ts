export { demoSource, missingDemoIndices } from './demo-indices.ts';
export { registerIndexPrice } from './routes.ts';
