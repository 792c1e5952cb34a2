import { common } from './en/everywhere.ts';
import { shell } from './en/shell.ts';
import { login } from './en/login.ts';
import { register } from './en/register.ts';
import { codes } from './en/codes.ts';
import { forgot } from './en/forgot.ts';
import { markets } from './en/markets.ts';
import { favourites } from './en/favourites.ts';
import { account } from './en/account.ts';
import { trade } from './en/trade.ts';
import { ticket } from './en/ticket.ts';
import { orders } from './en/orders.ts';
import { screen } from './en/screen.ts';
import { book } from './en/book.ts';
import { chart } from './en/chart.ts';
import { home } from './en/home.ts';
import { outbox } from './en/outbox.ts';
import { notice } from './en/notice.ts';
import { white } from './en/white.ts';
import { app } from './en/app.ts';

/** Every text of the page, a file for each part of it. This catalogue gives the keys and the figures that the others must have. */
export const catalogue = {
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
} as const;
