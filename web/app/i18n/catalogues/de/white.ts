import type { Catalogue } from '../../catalogue.ts';

export const white: Catalogue['white'] = {
  lead: 'Wie die Börse entscheidet, sich erinnert und abrechnet, und was sie wem verspricht.',
  open: 'PDF öffnen',
  download: 'Herunterladen',
  kind: 'PDF, auf Englisch',
  noEmbed: 'Dieser Browser zeigt PDF-Dateien nicht innerhalb einer Seite. Öffnen Sie die Datei, um sie zu lesen.',
  frame: 'Whitepaper dieser Börse',
};
