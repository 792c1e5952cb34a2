import type { Catalogue } from '../../catalogue.ts';

export const favourites: Catalogue['favourites'] = {
  title: 'Favoritos',
  add: 'Añadir {{symbol}} a favoritos',
  remove: 'Quitar {{symbol}} de favoritos',
  none: 'Aún no hay favoritos. Elija la estrella de un mercado para tenerlo aquí.',
};
