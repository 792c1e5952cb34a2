export { Article } from './article.tsx';
