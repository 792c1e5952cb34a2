/** The keys that the page uses in browser storage. Passwords are never stored. */
export type StorageKey =
  /** The session: token, e-mail or mobile, user id, "true" or "false" for a seller. */
  | 'token'
  | 'account'
  | 'uid'
  | 'is_seller'
  /** Prefills the login form: the last account, its country (area id), "1" to stay logged in. */
  | 'accountNumber'
  | 'codeId'
  | 'remember'
  /** The random id of this device. */
  | 'browserId'
  | 'lang'
  | 'locale'
  | 'theme'
  | 'directions'
  /** "off" when single-key shortcuts are disabled. */
  | 'shortcuts'
  /** The user's time zone, which overrides the site's. */
  | 'own_timezone'
  /** Parts of the site configuration, so that the next visit can render before the configuration is loaded. */
  | 'app_name'
  | 'timezone'
  | 'double_pay_switch'
  /** The version of the site's alert that the user has dismissed. */
  | 'is_click_close_dialog'
  /** The last opened entry of the navigation. */
  | 'actives'
  /** The last viewed market, the period of its chart, and the form's mode: "0" limit, "1" market. */
  | 'curmatch'
  | 'period'
  /**
   * Chart settings: the price scale; the indicators with their parameters and colours; "0" to hide own orders; "1" to
   * show the drawing tools.
   */
  | 'chart_scale'
  | 'chart_indicators'
  | 'chart_orders'
  | 'chart_tools'
  /** Drawings on the charts, by market. */
  | 'chart_drawings'
  | 'type2'
  /**
   * Settings of the order book: the sides shown, the quantity that its depth bars show, and the price grouping of each
   * market.
   */
  | 'book_view'
  | 'book_bars'
  | 'book_groups'
  /** The arrangement of the trade screen and the sizes of its panels, as JSON. */
  | 'trade_layout'
  /** "1" to confirm every order before it is sent. */
  | 'confirm_orders'
  /** The value in USDT above which market orders are confirmed, or "off". */
  | 'confirm_above'
  /** "1" for a sound, and for a notification of the browser, when an order is filled. */
  | 'alert_sound'
  | 'alert_browser'
  /** The starred markets of a visitor who is not logged in. */
  | 'favorites'
  /** The last opened tab of the markets page. */
  | 'market_tab'
  /** "1" while amounts of money are hidden in the assets. */
  | 'amounts_hidden'
  /** "off" while news of peer-to-peer orders make no sound. */
  | 'p2p_sound'
  /** Per tab (session storage) only: the contents of the order forms, and orders whose response never arrived. */
  | 'order_forms'
  | 'order_attempts';

export interface BrowserStorage {
  read(key: StorageKey): string | null;
  write(key: StorageKey, value: string): void;
  remove(...keys: StorageKey[]): void;
}

/**
 * Wraps the site's or the tab's browser storage. A value that the browser refuses, because storage is full or
 * forbidden, is kept in memory until the page closes. All other values are read from the browser each time, so changes
 * of other tabs are visible here.
 */
export function openStorage(browser: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): BrowserStorage {
  const untaken = new Map<string, string>();
  return {
    read: (key) => untaken.get(key) ?? attempt(() => browser().getItem(key)),
    write: (key, value) => {
      untaken.delete(key);
      const isTaken = attempt(() => {
        browser().setItem(key, value);
        return true;
      });
      if (isTaken !== true) untaken.set(key, value);
    },
    remove: (...keys) => {
      for (const key of keys) {
        untaken.delete(key);
        attempt(() => browser().removeItem(key));
      }
    },
  };
}

function attempt<Value>(action: () => Value): Value | null {
  try {
    return action();
  } catch {
    return null;
  }
}
