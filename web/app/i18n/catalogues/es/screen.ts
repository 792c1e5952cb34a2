import type { Catalogue } from '../../catalogue.ts';

export const screen: Catalogue['screen'] = {
  // The keys
  keys: 'Atajos de teclado',
  keysUse: 'Usar teclas sueltas',
  keysHint:
    'Mientras escribe, las teclas no hacen nada por sí solas. Desactívelas si dicta al ordenador o pulsa teclas sin querer.',
  keySearch: 'Buscar un mercado',
  keyMove: 'En la lista: arriba y abajo',
  keyOpen: 'En la lista: abrir el mercado',
  keyLeave: 'Salir de la búsqueda, cerrar lo abierto',
  keyBuy: 'Formulario de compra',
  keySell: 'Formulario de venta',
  keyStep: 'En precio o cantidad: un paso, diez con Mayús',
  keyPeriod: 'Periodo del gráfico',
  keyLine: 'Gráfico de línea',
  keyCancelAll: 'Cancelar todas las órdenes',
  keyDelete: 'Eliminar el dibujo seleccionado',
  keyHelp: 'Esta lista',
  // The connection
};
