export { differences } from './differences.ts';
export { FigureReader, figureText, type Unit, unitText } from './read-figures.ts';
