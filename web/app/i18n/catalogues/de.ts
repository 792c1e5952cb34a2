import type { Catalogue } from '../catalogue.ts';
import { common } from './de/everywhere.ts';
import { shell } from './de/shell.ts';
import { login } from './de/login.ts';
import { register } from './de/register.ts';
import { codes } from './de/codes.ts';
import { forgot } from './de/forgot.ts';
import { markets } from './de/markets.ts';
import { favourites } from './de/favourites.ts';
import { account } from './de/account.ts';
import { trade } from './de/trade.ts';
import { ticket } from './de/ticket.ts';
import { orders } from './de/orders.ts';
import { screen } from './de/screen.ts';
import { book } from './de/book.ts';
import { chart } from './de/chart.ts';
import { home } from './de/home.ts';
import { outbox } from './de/outbox.ts';
import { notice } from './de/notice.ts';
import { white } from './de/white.ts';
import { app } from './de/app.ts';

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
