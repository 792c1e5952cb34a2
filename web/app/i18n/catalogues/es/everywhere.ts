import type { Catalogue } from '../../catalogue.ts';

export const common: Catalogue['common'] = {
  loading: 'Cargando',
  retry: 'Reintentar',
  close: 'Cerrar',
  sessionEnded: 'La sesión ha caducado, inicie sesión de nuevo',
  serverError: 'Error del servidor, inténtelo más tarde',
  stale: 'Datos con retraso',
  closed: 'Negociación en pausa',
  loadFailed: 'No se ha podido cargar.',
  page: 'Página {{page}} de {{pages}}',
  previous: 'Página anterior',
  next: 'Página siguiente',
  copied: 'Copiado',
  copyFailed: 'No se ha podido copiar',
};
