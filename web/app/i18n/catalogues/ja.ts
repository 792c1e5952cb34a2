import type { Catalogue } from '../catalogue.ts';
import { common } from './ja/everywhere.ts';
import { shell } from './ja/shell.ts';
import { login } from './ja/login.ts';
import { register } from './ja/register.ts';
import { codes } from './ja/codes.ts';
import { forgot } from './ja/forgot.ts';
import { markets } from './ja/markets.ts';
import { favourites } from './ja/favourites.ts';
import { account } from './ja/account.ts';
import { trade } from './ja/trade.ts';
import { ticket } from './ja/ticket.ts';
import { orders } from './ja/orders.ts';
import { screen } from './ja/screen.ts';
import { book } from './ja/book.ts';
import { chart } from './ja/chart.ts';
import { home } from './ja/home.ts';
import { outbox } from './ja/outbox.ts';
import { notice } from './ja/notice.ts';
import { white } from './ja/white.ts';
import { app } from './ja/app.ts';

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
