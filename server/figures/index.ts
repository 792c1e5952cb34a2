export { registerFigures } from './routes.ts';
