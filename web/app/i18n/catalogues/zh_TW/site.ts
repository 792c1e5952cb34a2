export { common } from './everywhere.ts';
export { shell } from './shell.ts';
export { markets } from './markets.ts';
export { favourites } from './favourites.ts';
