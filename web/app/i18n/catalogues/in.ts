import type { Catalogue } from '../catalogue.ts';
import { common } from './in/everywhere.ts';
import { shell } from './in/shell.ts';
import { login } from './in/login.ts';
import { register } from './in/register.ts';
import { codes } from './in/codes.ts';
import { forgot } from './in/forgot.ts';
import { markets } from './in/markets.ts';
import { favourites } from './in/favourites.ts';
import { account } from './in/account.ts';
import { trade } from './in/trade.ts';
import { ticket } from './in/ticket.ts';
import { orders } from './in/orders.ts';
import { screen } from './in/screen.ts';
import { book } from './in/book.ts';
import { chart } from './in/chart.ts';
import { home } from './in/home.ts';
import { outbox } from './in/outbox.ts';
import { notice } from './in/notice.ts';
import { white } from './in/white.ts';
import { app } from './in/app.ts';

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
