import type { ErrorKey } from '../errors.ts';
import type { NewsCategoryName } from '../content/index.ts';
import type { OrderStatus } from '../spot/index.ts';

/** What a call that changed something says when it succeeded. */
export type SuccessKey =
  | 'registered'
  | 'logged_in'
  | 'logged_out'
  | 'session_revoked'
  | 'sessions_revoked'
  | 'password_changed'
  | 'code_sent'
  | 'password_reset'
  | 'transferred'
  | 'order_placed'
  | 'order_cancelled'
  | 'orders_cancelled'
  | 'order_replaced'
  | 'order_reduced';

/** Account types that a user sees, by their code. */
export type AccountCode = 'change_account' | 'legal_account' | 'lever_account' | 'micro_account' | 'financial_account';

/** Everything that the server says in one language. Texts may hold figures as `{{name}}`. */
export interface Catalogue {
  readonly errors: Readonly<Record<ErrorKey, string>>;
  readonly success: Readonly<Record<SuccessKey, string>>;
  /** `status_name` of an order. */
  readonly orderStatus: Readonly<Record<OrderStatus, string>>;
  /** `way_name` of an order or trade. */
  readonly way: Readonly<Record<'sell' | 'buy', string>>;
  readonly accounts: Readonly<Record<AccountCode, string>>;
  /** `name` of a category of news. */
  readonly newsCategories: Readonly<Record<NewsCategoryName, string>>;
  /** What a venue with a simulated market says to whoever comes for the first time, unless its operator says something else. */
  readonly demoNotice: Readonly<Record<'title' | 'content', string>>;
}
