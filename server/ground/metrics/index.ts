export { serveMetrics } from './routes.ts';
