import type { Catalogue } from '../../catalogue.ts';

export const common: Catalogue['common'] = {
  loading: 'Wordt geladen',
  retry: 'Opnieuw proberen',
  close: 'Sluiten',
  sessionEnded: 'De sessie is verlopen, log opnieuw in',
  serverError: 'Serverfout, probeer het later opnieuw',
  stale: 'Gegevens lopen achter',
  closed: 'Handel gepauzeerd',
  loadFailed: 'Dit kon niet worden geladen.',
  page: 'Pagina {{page}} van {{pages}}',
  previous: 'Vorige pagina',
  next: 'Volgende pagina',
  copied: 'Gekopieerd',
  copyFailed: 'Kopiëren mislukt',
};
