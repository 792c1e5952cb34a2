import type { Catalogue } from '../catalogue.ts';
import { common } from './pt/everywhere.ts';
import { shell } from './pt/shell.ts';
import { login } from './pt/login.ts';
import { register } from './pt/register.ts';
import { codes } from './pt/codes.ts';
import { forgot } from './pt/forgot.ts';
import { markets } from './pt/markets.ts';
import { favourites } from './pt/favourites.ts';
import { account } from './pt/account.ts';
import { trade } from './pt/trade.ts';
import { ticket } from './pt/ticket.ts';
import { orders } from './pt/orders.ts';
import { screen } from './pt/screen.ts';
import { book } from './pt/book.ts';
import { chart } from './pt/chart.ts';
import { home } from './pt/home.ts';
import { outbox } from './pt/outbox.ts';
import { notice } from './pt/notice.ts';
import { white } from './pt/white.ts';
import { app } from './pt/app.ts';

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
