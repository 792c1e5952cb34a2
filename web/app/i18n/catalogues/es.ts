import type { Catalogue } from '../catalogue.ts';
import { common } from './es/everywhere.ts';
import { shell } from './es/shell.ts';
import { login } from './es/login.ts';
import { register } from './es/register.ts';
import { codes } from './es/codes.ts';
import { forgot } from './es/forgot.ts';
import { markets } from './es/markets.ts';
import { favourites } from './es/favourites.ts';
import { account } from './es/account.ts';
import { trade } from './es/trade.ts';
import { ticket } from './es/ticket.ts';
import { orders } from './es/orders.ts';
import { screen } from './es/screen.ts';
import { book } from './es/book.ts';
import { chart } from './es/chart.ts';
import { home } from './es/home.ts';
import { outbox } from './es/outbox.ts';
import { notice } from './es/notice.ts';
import { white } from './es/white.ts';
import { app } from './es/app.ts';

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
