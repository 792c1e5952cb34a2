export { readStartingArticles } from './starting-articles.ts';
export { registerContent } from './routes.ts';
export { seedArticles } from './seed-articles.ts';
