import type { Catalogue } from '../catalogue.ts';
import { common } from './zh/everywhere.ts';
import { shell } from './zh/shell.ts';
import { login } from './zh/login.ts';
import { register } from './zh/register.ts';
import { codes } from './zh/codes.ts';
import { forgot } from './zh/forgot.ts';
import { markets } from './zh/markets.ts';
import { favourites } from './zh/favourites.ts';
import { account } from './zh/account.ts';
import { trade } from './zh/trade.ts';
import { ticket } from './zh/ticket.ts';
import { orders } from './zh/orders.ts';
import { screen } from './zh/screen.ts';
import { book } from './zh/book.ts';
import { chart } from './zh/chart.ts';
import { home } from './zh/home.ts';
import { outbox } from './zh/outbox.ts';
import { notice } from './zh/notice.ts';
import { white } from './zh/white.ts';
import { app } from './zh/app.ts';

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
