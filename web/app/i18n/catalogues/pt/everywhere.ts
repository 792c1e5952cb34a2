import type { Catalogue } from '../../catalogue.ts';

export const common: Catalogue['common'] = {
  loading: 'A carregar',
  retry: 'Tentar de novo',
  close: 'Fechar',
  sessionEnded: 'A sessão expirou, inicie sessão novamente',
  serverError: 'Erro do servidor, tente mais tarde',
  stale: 'Dados atrasados',
  closed: 'Negociação em pausa',
  loadFailed: 'Não foi possível carregar.',
  page: 'Página {{page}} de {{pages}}',
  previous: 'Página anterior',
  next: 'Página seguinte',
  copied: 'Copiado',
  copyFailed: 'Não foi possível copiar',
};
