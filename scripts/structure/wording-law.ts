import { textsOf, type Locales } from '../texts/locales.ts';
import type { TextFile } from './source.ts';

/** A text for users, with the BCP 47 tag of its language. */
export interface Wording {
  readonly tag: string;
  /** The place where the text is defined, for messages. */
  readonly place: string;
  readonly text: string;
  /** Whether it is part of an article, which may consist of a name or a symbol only. */
  readonly isPart?: boolean;
}

interface Rule {
  readonly never: RegExp;
  readonly because: string;
  /** Applies to complete texts only. */
  readonly ofWholes?: true;
}

const EVERYWHERE: readonly Rule[] = [
  { never: /[!！]/, because: 'exclamation marks are not used' },
  { never: /\p{L}'\p{L}|(?<!=)"/u, because: 'use typographic quotation marks and apostrophes' },
  { never: /\.\.\./, because: 'use an ellipsis instead of three dots' },
  { never: /^\s|\s$| {2}/, because: 'it has a superfluous space' },
];

const SIMPLIFIED =
  /[与两个为义书买亏产仅从们价优会体余储关内册冻减击划则创务动势区协单卖历发变号员响围图场块处备复实对导将尝属币帮幂张强当录态户执扫拟择挂损换据数断无时显晓暂机权杠标档没浅浏涨点状现电盘码确离种称笔简类红纵线绍经绑结给络绝统继续维绿编网联获见观规览触计订认让议记许设证识诉试话该详语误请读调财败账货费资赠车转轮载输达过还连迟选邮钟铺链销错键长闭间闻阅随页须预频颜额馈验国开门问题标网发应]/;
const TRADITIONAL =
  /[與佔註冊請輸來個們傳僅價優儲兩凍則劃動務勢區協員啟單嘗國圍圖執場塊寫將尋對導屬帳幣張後從態戶掃掛換損擇擬敗數斷於時暫書會桿槓機檔欄權歷減漲瀏為無狀產發盤碼確種稱筆範簡紀紅紹結絕絡給統綁經綠網線編縱繼續聯藍處號虧裝製複見規覽觀觸訂計訊託記設許訴試話該詳認語誤調請證識議讀變讓財貨買費資賣贈較載輪輸轉這連週過達遲選還郵錄錯鍵鐘長閉開間閱關階隨離電響頁須預領頻額顏類顯餘饋驗體點門問題應]/;

/** Rules for one language: its form of address, its script, its terms (see docs/terms.md). */
const RULES: Readonly<Record<string, readonly Rule[]>> = {
  de: [
    { never: /Auftr[aä]g/, because: 'the German term for an order is Order' },
    { never: /Eigenhand/, because: 'Eigenhandel is proprietary trading; self-trading is Selbsthandel' },
    { never: /Festgeld|Sparkonto/, because: 'these are products of banks; fixed savings are Earn' },
    { never: /Alles oder nichts|ganz oder gar nicht/i, because: 'FOK is filled in full at once or not at all' },
    { never: /Letzter Preis/i, because: 'market data has a Kurs' },
    { never: /den Support|unseren Support/, because: 'the German word is Kundenservice' },
    { never: /(?<!\p{L})(du|dich|dir|dein\p{L}*)(?!\p{L})/iu, because: 'address readers as Sie' },
  ],
  es: [
    { never: /(?<!\p{L})(tú|tu|tus|contigo)(?!\p{L})/iu, because: 'address readers as usted' },
    { never: /[“”]/, because: 'the Spanish quotation marks are « »' },
    {
      never: /plazos? fijos? de|depósitos? a plazo|cuenta de ahorro/i,
      because: 'these are products of banks; fixed savings are Earn',
    },
    { never: /reembols/i, because: 'a rebate is a bonificación, not a refund' },
    { never: /todo o nada/i, because: 'FOK is filled in full at once or cancelled' },
    { never: /(?<!\p{L})casaci[oó]n|(?<!\p{L})casan?(?!\p{L})/iu, because: 'to match orders is emparejar' },
    { never: /operadores son/i, because: 'the operador runs the exchange; its users are traders' },
    {
      never: /ordenador|computadora|(?<!\p{L})(móvil|celular)(?!\p{L})/iu,
      because: 'write Spanish for Spain and Latin America',
    },
  ],
  fr: [
    {
      never: /[ ][:;?»]|«[ ]/,
      because: 'use a narrow no-break space here (before a colon a full one)',
    },
    { never: /(?<!\p{L})(tu|toi|ton|tes)(?!\p{L})/iu, because: 'address readers as vous' },
    {
      never: /dépôts? à terme|compte d’épargne|placement/i,
      because: 'these are products of banks; fixed savings are Earn',
    },
    { never: /(?<!\p{L})remises?(?!\p{L})/iu, because: 'a negative fee is a rebate; a remise is a discount' },
    { never: /Tout ou rien/i, because: 'FOK is filled in full at once or cancelled' },
    { never: /dernier prix/i, because: 'market data has a cours' },
    {
      never: /magasin|n’est pas de nous/i,
      because: 'apps are in a boutique; others do not come from us (ne vient pas de nous)',
    },
  ],
  it: [
    { never: /\bcodice invito\b/i, because: 'the Italian term is codice di invito' },
    { never: /[«»]/, because: 'the Italian quotation marks are “ ”' },
    {
      never: /deposit[oi] vincolat[oi]|conto risparmio/i,
      because: 'these are products of banks; fixed savings are Earn',
    },
    { never: /rimbors/i, because: 'a rebate is not a refund' },
    { never: /indice di (?:rischio|margine)/i, because: 'the indice is the index price' },
    { never: /tutto o niente/i, because: 'FOK is filled in full at once or cancelled' },
    { never: /aliquot/i, because: 'these are rates of tax; the rate of a fee is a percentuale' },
    { never: /(?<!\p{L})del \{\{percent\}\}/u, because: 'the article depends on the figure, as in dell’8%' },
  ],
  nl: [
    { never: /(?<!\p{L})(je|jij|jou|jouw|jezelf)(?!\p{L})/iu, because: 'address readers as u' },
    { never: /termijndeposito|spaarrekening/i, because: 'these are products of banks; fixed savings are Earn' },
    { never: /Alles of niets/i, because: 'FOK is filled in full at once or cancelled' },
    { never: /laatste prijs/i, because: 'market data has a koers' },
    { never: /hoogstens/i, because: 'limits say maximaal' },
    { never: /24u-/, because: 'write the period last, as in Volume 24u' },
    { never: /Openstaande order/i, because: 'the Dutch term is open order' },
  ],
  pt: [
    {
      never: /palavra-passe|telemóvel|utilizador|introduz|levantamento|ecrã|contacto|ficheiro|\bregist[ao]/i,
      because: 'write Brazilian Portuguese',
    },
    { never: /(?<!\p{L})pedidos?(?!\p{L})/iu, because: 'a request is a solicitação; pedido also means an order' },
    { never: /reembolso/i, because: 'a rebate is not a refund' },
    { never: /poupança/i, because: 'this is a product of banks; fixed savings are Earn' },
    { never: /Tudo ou nada/i, because: 'FOK is filled in full at once or cancelled' },
    { never: /taxa de risco|índice de margem/i, because: 'a taxa is a fee and the índice is the index price' },
    { never: /(?<!\p{L})velas?(?!\p{L})/iu, because: 'the Portuguese term is candle' },
  ],
  tr: [
    { never: /(?<!\p{L})(sen|senin|sana)(?!\p{L})/iu, because: 'address readers as siz' },
    { never: /piyasa yapıcı(?!lar)/i, because: 'the Turkish terms are maker and taker' },
    { never: /(?<!\p{L})iade/iu, because: 'a rebate is not a refund' },
    {
      never: /mevduat|vadeli (?:hesap|kazan)|tasarruf|faiz/i,
      because: 'these are words of banks; fixed savings are Kilitli Kazan',
    },
    { never: /simüle(?! ed)/i, because: 'prices are a simülasyon; simüle is not an adjective' },
    { never: /ya da hiçbiri/i, because: 'FOK is filled in full at once or cancelled' },
  ],
  hi: [
    { never: /ई-मेल|निमंत्रण|फ़ीस|मुद्रा|मेन्यू| डालें/, because: 'all other texts use another word' },
    { never: /सावधि|बचत|तोड़/, because: 'these are products of banks; fixed savings are फ़िक्स्ड सेविंग्स' },
    { never: /आख़िरी|पिछल[ाे] भाव|पंजीकर/, because: 'the terms are अंतिम भाव and रजिस्ट्रेशन' },
    { never: /दिखावट|निपटान|माध्यिका|(?<!\p{L})सत्र/u, because: 'the terms are थीम, सेटलमेंट, मीडियन and सेशन' },
    { never: /समय सीमा का अंत/, because: 'a range of time is अवधि; समय सीमा is a deadline' },
    { never: /प्राप्त लाभ/, because: 'profit is रियलाइज़्ड or अनरियलाइज़्ड; प्राप्त means received' },
    { never: /पूरा या कुछ नहीं/, because: 'FOK is filled in full at once or cancelled' },
    {
      never:
        /^(?=.*[A-Za-z])(?!.*\p{Script=Devanagari})(?!Android$|iOS$|Alipay$|WeChat Pay$|PIX$|UPI$|PayPal$|IBAN$|BIC$|UPI ID$)(?!\{\{\w+\}\}[\s/]*(\{\{\w+\}\})?$)/u,
      because: 'write Hindi in Devanagari',
      ofWholes: true,
    },
  ],
  ja: [
    {
      never: /積立|預入|預け入れ|定期預金|解約/,
      because: 'these are words of banks; fixed savings are 定期セービング',
    },
    { never: /直近価格|直近の価格|決済通貨/, because: 'the terms are 現在値 and 建値通貨' },
    { never: /清算/, because: 'the Japanese term for a liquidation is ロスカット' },
    { never: /減量/, because: 'orders are changed by 差し替え or 数量の削減' },
    { never: /[()«»“”]|(?<!\d):|:(?!\d)/, because: 'use full-width brackets, colons and quotation marks' },
  ],
  'zh-CN': [
    { never: TRADITIONAL, because: 'write simplified characters' },
    {
      never: /币币|主动方|提币|定期存款|止损价(?!格)|盘口|只做挂单|限价止损/,
      because: 'see docs/terms.md for the term',
    },
    { never: /\p{sc=Han} ?\(/u, because: 'brackets are full-width' },
    { never: /K线/, because: 'write a space between Latin letters and Chinese' },
  ],
  'zh-TW': [
    { never: SIMPLIFIED, because: 'write traditional characters' },
    { never: /提現|提幣|期權|登錄|信息|默認|屏幕|網絡|軟件|用戶|質押金/, because: 'use the words of Taiwan' },
    { never: /充值|通過|發送|二維碼|運營|伺服端|程序|接口|響應|獲取|暫無/, because: 'use the words of Taiwan' },
    { never: /幣幣|主動方|定期存款|撤[銷單]/, because: 'see docs/terms.md for the term' },
    { never: /有效方式|盈虧/, because: 'the terms of Taiwan are 委託時效 and 損益' },
    { never: /\p{sc=Han} ?\(/u, because: 'brackets are full-width' },
    { never: /K線/, because: 'write a space between Latin letters and Chinese' },
  ],
};

/** Reports texts that break the rules of their language. */
export function wordingViolations({ tag, place, text, isPart = false }: Wording): string[] {
  return [...EVERYWHERE, ...(RULES[tag] ?? [])]
    .filter(({ never, ofWholes = false }) => !(isPart && ofWholes) && never.test(text))
    .map(({ because }) => `${place} says ${JSON.stringify(text)}: ${because}`);
}

/** Every text of `locales`. */
export function wordingsOf({ english, others }: Locales): Wording[] {
  return [english, ...others].flatMap((locale) =>
    [...textsOf(locale)].map(([key, text]) => ({ tag: locale.tag, place: `${locale.tag} ${key}`, text })),
  );
}

/**
 * The paragraphs, headings and cells of an article without markup and code, with their no-break spaces; empty for other
 * files.
 */
export function wordingsOfArticle({ path, text }: TextFile): Wording[] {
  const tag = /^server\/people\/content\/articles\/.+\.([\w-]+)\.html$/.exec(path)?.[1];
  if (tag === undefined) return [];
  return text
    .replaceAll(/<(code|pre)\b.*?<\/\1>/gs, '…')
    .split(/<\/?(?:h[1-6]|p|li|ul|ol|table|thead|tbody|tr|th|td|blockquote|hr|br)\b[^>]*>/)
    .map((part) =>
      part
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll(/[ \t\r\n]+/g, ' ')
        .trim(),
    )
    .filter((part) => part !== '')
    .map((part) => ({ tag, place: path, text: part, isPart: true }));
}
