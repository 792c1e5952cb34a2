export const favourites = {
  title: 'Favourites',
  add: 'Add {{symbol}} to favourites',
  remove: 'Remove {{symbol}} from favourites',
  none: 'No favourites yet. Choose the star of a market to keep it here.',
} as const;
