import type { Catalogue } from '../catalogue.ts';
import { common } from './zh_TW/everywhere.ts';
import { shell } from './zh_TW/shell.ts';
import { login } from './zh_TW/login.ts';
import { register } from './zh_TW/register.ts';
import { codes } from './zh_TW/codes.ts';
import { forgot } from './zh_TW/forgot.ts';
import { markets } from './zh_TW/markets.ts';
import { favourites } from './zh_TW/favourites.ts';
import { account } from './zh_TW/account.ts';
import { trade } from './zh_TW/trade.ts';
import { ticket } from './zh_TW/ticket.ts';
import { orders } from './zh_TW/orders.ts';
import { screen } from './zh_TW/screen.ts';
import { book } from './zh_TW/book.ts';
import { chart } from './zh_TW/chart.ts';
import { home } from './zh_TW/home.ts';
import { outbox } from './zh_TW/outbox.ts';
import { notice } from './zh_TW/notice.ts';
import { white } from './zh_TW/white.ts';
import { app } from './zh_TW/app.ts';

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
