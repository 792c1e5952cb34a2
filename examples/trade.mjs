// Logs in, follows the trades of a market, and places an order that it cancels again. Needs Node 22 or newer:
//   BOURSE_URL=http://localhost:3000 BOURSE_ACCOUNT=ann@example.com BOURSE_PASSWORD=… node examples/trade.mjs BTC/USDT
// BOURSE_DEVICE is the id that the exchange issued to this device; the first login needs a mailed code in BOURSE_CODE.
import { randomUUID } from 'node:crypto';

const { BOURSE_URL: url = 'http://localhost:3000', BOURSE_ACCOUNT: account, BOURSE_PASSWORD: password } = process.env;
const { BOURSE_CODE: sms_code, BOURSE_DEVICE: device = 'new', BOURSE_TRADES: wanted = '5' } = process.env;
const symbol = process.argv[2] ?? 'BTC/USDT';

/** Calls the API; throws the text of a refusal. */
async function call(method, path, fields = {}, headers = {}) {
  const query = method === 'GET' ? `?${new URLSearchParams(fields)}` : '';
  const response = await fetch(`${url}/api/${path}${query}`, {
    method,
    headers: { flag: device, ...(method === 'GET' ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(method === 'GET' ? {} : { body: JSON.stringify(fields) }),
  });
  const { code, data, error, message } = await response.json();
  if (code !== 1) throw new Error(`${path}: ${message} (${error})`);
  return data;
}

/** Resolves with the last trade after some new ones. */
async function follow(count) {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/ws`);
  const heartbeat = setInterval(() => socket.readyState === WebSocket.OPEN && socket.send('ping'), 5_000);
  try {
    return await new Promise((resolve, reject) => {
      let left = count;
      socket.onopen = () => socket.send(JSON.stringify({ type: 'sub', params: `GLOBAL_TX.${symbol}` }));
      socket.onclose = ({ reason }) => reject(new Error(`The connection was closed. ${reason}`));
      socket.onmessage = ({ data }) => {
        const message = data === 'pong' ? {} : JSON.parse(data);
        if (message.type !== `GLOBAL_TX.${symbol}`) return;
        for (const { number, price } of message.completes) {
          console.log(`${symbol} traded: ${number} at ${price}`);
          left -= 1;
          if (left <= 0) resolve(price);
        }
      };
    });
  } finally {
    clearInterval(heartbeat);
    socket.onclose = null;
    socket.close();
  }
}

const { token, device_id: id } = await call('POST', 'user/login', { account, password, sms_code });
if (id !== device) console.error(`Set BOURSE_DEVICE=${id} to log in without a code from now on.`);
const groups = await call('GET', 'market/currency_matches');
const market = groups.flatMap(({ matches }) => matches).find((one) => one.symbol === symbol);
if (market === undefined) throw new Error(`There is no market ${symbol}.`);
const last = await follow(Number(wanted));

// One per cent below the last price, on the grid of the market: it does not trade at once.
const step = Number(market.price_step);
const price = (Math.floor((Number(last) * 0.99) / step) * step).toFixed(market.price_decimals);
const order = { currency_match_id: market.id, number: process.env.BOURSE_NUMBER ?? '0.001', price, post_only: true };
// With a key, an attempt without an answer can be repeated: the order is placed once.
const once = () => ({ authorization: token, 'idempotency-key': randomUUID() });
const placed = await call('POST', 'tx_in/add', order, once());
console.log(`Order ${placed.id} to buy ${order.number} at ${price}: ${placed.status}`);
const cancelled = await call('POST', 'tx_in/cancel', { id: placed.id }, once());
console.log(`Order ${placed.id}: ${cancelled.status}`);
await call('POST', 'user/logout', {}, { authorization: token });
