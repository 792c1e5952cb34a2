import type { Catalogue } from '../catalogue.ts';
import { common } from './fr/everywhere.ts';
import { shell } from './fr/shell.ts';
import { login } from './fr/login.ts';
import { register } from './fr/register.ts';
import { codes } from './fr/codes.ts';
import { forgot } from './fr/forgot.ts';
import { markets } from './fr/markets.ts';
import { favourites } from './fr/favourites.ts';
import { account } from './fr/account.ts';
import { trade } from './fr/trade.ts';
import { ticket } from './fr/ticket.ts';
import { orders } from './fr/orders.ts';
import { screen } from './fr/screen.ts';
import { book } from './fr/book.ts';
import { chart } from './fr/chart.ts';
import { home } from './fr/home.ts';
import { outbox } from './fr/outbox.ts';
import { notice } from './fr/notice.ts';
import { white } from './fr/white.ts';
import { app } from './fr/app.ts';

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
