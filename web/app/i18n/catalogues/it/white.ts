import type { Catalogue } from '../../catalogue.ts';

export const white: Catalogue['white'] = {
  lead: 'Come l’exchange decide, ricorda e regola le operazioni, e che cosa promette a chi.',
  open: 'Apri il PDF',
  download: 'Scarica',
  kind: 'PDF, in inglese',
  noEmbed: 'Questo browser non mostra i file PDF dentro una pagina. Apri il file per leggerlo.',
  frame: 'White paper di questo exchange',
};
