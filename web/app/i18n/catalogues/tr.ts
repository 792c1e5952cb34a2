import type { Catalogue } from '../catalogue.ts';
import { common } from './tr/everywhere.ts';
import { shell } from './tr/shell.ts';
import { login } from './tr/login.ts';
import { register } from './tr/register.ts';
import { codes } from './tr/codes.ts';
import { forgot } from './tr/forgot.ts';
import { markets } from './tr/markets.ts';
import { favourites } from './tr/favourites.ts';
import { account } from './tr/account.ts';
import { trade } from './tr/trade.ts';
import { ticket } from './tr/ticket.ts';
import { orders } from './tr/orders.ts';
import { screen } from './tr/screen.ts';
import { book } from './tr/book.ts';
import { chart } from './tr/chart.ts';
import { home } from './tr/home.ts';
import { outbox } from './tr/outbox.ts';
import { notice } from './tr/notice.ts';
import { white } from './tr/white.ts';
import { app } from './tr/app.ts';

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
