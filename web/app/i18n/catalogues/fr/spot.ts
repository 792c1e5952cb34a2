export { trade } from './trade.ts';
export { ticket } from './ticket.ts';
export { orders } from './orders.ts';
export { screen } from './screen.ts';
export { book } from './book.ts';
export { chart } from './chart.ts';
