import type { Catalogue } from '../../catalogue.ts';

export const app: Catalogue['app'] = {
  lead: 'El exchange es una aplicación que instala su navegador: se abre en una ventana propia y siempre es la última versión. No está en ninguna tienda; quien le ofrezca una no es de aquí.',
  scan: 'Escanee con la cámara del teléfono',
  androidOpen: 'Abra {{address}} en Chrome, Edge o Samsung Internet.',
  androidAdd: 'Elija «Instalar aplicación» o «Añadir a la pantalla de inicio» en el menú del navegador.',
  appleOpen: 'Abra {{address}} en Safari.',
  appleAdd: 'Pulse Compartir y luego «Añadir a pantalla de inicio».',
  here: 'En este dispositivo',
  install: 'Instalar ahora',
  installed: 'La aplicación está instalada en este dispositivo.',
  browser: 'Use el botón de instalación al final de la barra de direcciones o el menú del navegador.',
  insecure:
    'Esta dirección no es segura (https), por lo que los navegadores solo la abren como página y no la instalan.',
  apple: 'iPhone y iPad',
  code: 'Código QR que abre {{address}}',
  atHome:
    'Esta dirección solo existe en este ordenador. Para probar el exchange en un teléfono, inícielo con HOST=0.0.0.0 y ábralo con la dirección del ordenador en su red.',
};
