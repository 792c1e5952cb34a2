import type { Catalogue } from '../../catalogue.ts';

export const common: Catalogue['common'] = {
  loading: 'Wird geladen',
  retry: 'Erneut versuchen',
  close: 'Schließen',
  sessionEnded: 'Die Anmeldung ist abgelaufen, bitte melden Sie sich erneut an',
  serverError: 'Serverfehler, bitte versuchen Sie es später erneut',
  stale: 'Daten verzögert',
  closed: 'Handel ausgesetzt',
  loadFailed: 'Das konnte nicht geladen werden.',
  page: 'Seite {{page}} von {{pages}}',
  previous: 'Vorherige Seite',
  next: 'Nächste Seite',
  copied: 'Kopiert',
  copyFailed: 'Kopieren fehlgeschlagen',
};
