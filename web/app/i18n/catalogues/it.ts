import type { Catalogue } from '../catalogue.ts';
import { common } from './it/everywhere.ts';
import { shell } from './it/shell.ts';
import { login } from './it/login.ts';
import { register } from './it/register.ts';
import { codes } from './it/codes.ts';
import { forgot } from './it/forgot.ts';
import { markets } from './it/markets.ts';
import { favourites } from './it/favourites.ts';
import { account } from './it/account.ts';
import { trade } from './it/trade.ts';
import { ticket } from './it/ticket.ts';
import { orders } from './it/orders.ts';
import { screen } from './it/screen.ts';
import { book } from './it/book.ts';
import { chart } from './it/chart.ts';
import { home } from './it/home.ts';
import { outbox } from './it/outbox.ts';
import { notice } from './it/notice.ts';
import { white } from './it/white.ts';
import { app } from './it/app.ts';

export const catalogue: Catalogue = {
  common,
  shell,
  home,
  login,
  register,
  codes,
  forgot,
  markets,
  favourites,
  account,
  trade,
  ticket,
  orders,
  screen,
  book,
  chart,
  outbox,
  notice,
  white,
  app,
};
