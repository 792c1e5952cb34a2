import type { Catalogue } from '../catalogue.ts';
import { common } from './nl/everywhere.ts';
import { shell } from './nl/shell.ts';
import { login } from './nl/login.ts';
import { register } from './nl/register.ts';
import { codes } from './nl/codes.ts';
import { forgot } from './nl/forgot.ts';
import { markets } from './nl/markets.ts';
import { favourites } from './nl/favourites.ts';
import { account } from './nl/account.ts';
import { trade } from './nl/trade.ts';
import { ticket } from './nl/ticket.ts';
import { orders } from './nl/orders.ts';
import { screen } from './nl/screen.ts';
import { book } from './nl/book.ts';
import { chart } from './nl/chart.ts';
import { home } from './nl/home.ts';
import { outbox } from './nl/outbox.ts';
import { notice } from './nl/notice.ts';
import { white } from './nl/white.ts';
import { app } from './nl/app.ts';

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
