import type { Catalogue } from '../../catalogue.ts';

export const notice: Catalogue['notice'] = {
  categories: 'Categorías',
  all: 'Todos los artículos',
  none: 'Todavía no se ha publicado nada aquí.',
  unknown: 'Este artículo no existe o se ha retirado.',
  toList: 'Ver los avisos más recientes',
  otherLanguage: 'Este texto todavía no está disponible en su idioma.',
};
