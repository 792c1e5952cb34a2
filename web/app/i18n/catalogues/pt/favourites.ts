import type { Catalogue } from '../../catalogue.ts';

export const favourites: Catalogue['favourites'] = {
  title: 'Favoritos',
  add: 'Adicionar {{symbol}} aos favoritos',
  remove: 'Remover {{symbol}} dos favoritos',
  none: 'Ainda não há favoritos. Escolha a estrela de um mercado para mantê-lo aqui.',
};
