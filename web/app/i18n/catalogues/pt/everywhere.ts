import type { Catalogue } from '../../catalogue.ts';

export const common: Catalogue['common'] = {
  loading: 'Carregando',
  retry: 'Tentar novamente',
  close: 'Fechar',
  sessionEnded: 'A sessão expirou, entre novamente',
  serverError: 'Erro do servidor, tente novamente mais tarde',
  stale: 'Dados atrasados',
  closed: 'Negociação pausada',
  loadFailed: 'Não foi possível carregar.',
  page: 'Página {{page}} de {{pages}}',
  previous: 'Página anterior',
  next: 'Próxima página',
  copied: 'Copiado',
  copyFailed: 'Não foi possível copiar',
};
