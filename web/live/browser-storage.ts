/** The names under which the browser keeps something of ours. A password is never among them. */
export type StorageKey =
  /** The session, and who it is: e-mail or mobile, user id, "true" or "false" for a seller. */
  | 'token'
  | 'account'
  | 'uid'
  | 'is_seller'
  /** What the login form begins with: the last account, its country (area id), "1" to stay logged in. */
  | 'accountNumber'
  | 'codeId'
  | 'remember'
  /** The random id of this device. */
  | 'browserId'
  | 'lang'
  | 'locale'
  | 'theme'
  | 'directions'
  /** "off" when single keys do nothing by themselves. */
  | 'shortcuts'
  /** The time zone that the reader chose over the one of the site. */
  | 'own_timezone'
  /** Of the site's configuration, so that the next visit begins with it. */
  | 'app_name'
  | 'timezone'
  | 'double_pay_switch'
  /** What of the site's alert this person has confirmed. */
  | 'is_click_close_dialog'
  /** The entry of the navigation that was opened last. */
  | 'actives'
  /** The market that was looked at last, the period of its chart, and the form's mode: "0" limit, "1" market. */
  | 'curmatch'
  | 'period'
  /**
   * How the chart draws: its scale, and which indicators with which figures and colours, whether own orders ("0" when
   * not), whether with the drawing tools ("1").
   */
  | 'chart_scale'
  | 'chart_indicators'
  | 'chart_orders'
  | 'chart_tools'
  /** What was drawn on the charts, by market. */
  | 'chart_drawings'
  | 'type2'
  /** Of the order book: the sides shown, what its bars measure, and the grouping of each market. */
  | 'book_view'
  | 'book_bars'
  | 'book_groups'
  /** "1" when every order is to be asked about before it is sent. */
  | 'confirm_orders'
  /** The starred markets of a visitor. */
  | 'favorites'
  /** The tab of the markets page that was looked at last. */
  | 'market_tab'
  /** Only in the tab's own storage: what stands in the order forms, and the orders whose answer did not come. */
  | 'order_forms'
  | 'order_attempts';

export interface BrowserStorage {
  read(key: StorageKey): string | null;
  write(key: StorageKey, value: string): void;
  remove(...keys: StorageKey[]): void;
}

/**
 * A storage of the browser, the one of the site or the one of the tab. What it does not take, because it is full or
 * forbidden, is remembered as long as the page lasts; everything else is read from where other tabs of the browser
 * write as well, so that what one of them changes or removes is so here too.
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
