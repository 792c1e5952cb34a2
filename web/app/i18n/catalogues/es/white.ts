import type { Catalogue } from '../../catalogue.ts';

export const white: Catalogue['white'] = {
  lead: 'Cómo decide, recuerda y liquida el exchange, y qué promete a quién.',
  open: 'Abrir el PDF',
  download: 'Descargar',
  kind: 'PDF, en inglés',
  noEmbed: 'Este navegador no muestra archivos PDF dentro de una página. Abra el archivo para leerlo.',
  frame: 'Libro blanco de este exchange',
};
