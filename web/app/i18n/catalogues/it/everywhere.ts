import type { Catalogue } from '../../catalogue.ts';

export const common: Catalogue['common'] = {
  loading: 'Caricamento',
  retry: 'Riprova',
  close: 'Chiudi',
  sessionEnded: 'La sessione è scaduta, effettua di nuovo l’accesso',
  serverError: 'Errore del server, riprova più tardi',
  stale: 'Dati in ritardo',
  closed: 'Trading sospeso',
  loadFailed: 'Impossibile caricare questo contenuto.',
  page: 'Pagina {{page}} di {{pages}}',
  previous: 'Pagina precedente',
  next: 'Pagina successiva',
  copied: 'Copiato',
  copyFailed: 'Copia non riuscita',
};
