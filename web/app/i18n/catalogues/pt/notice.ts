import type { Catalogue } from '../../catalogue.ts';

export const notice: Catalogue['notice'] = {
  categories: 'Categorias',
  all: 'Todos os artigos',
  none: 'Nada foi publicado aqui ainda.',
  unknown: 'Este artigo não existe ou foi removido.',
  toList: 'Ver os avisos mais recentes',
  otherLanguage: 'Este texto ainda não está disponível no seu idioma.',
};
