"""Logs in, follows the trades of a market, and places an order that it cancels again. Needs `pip install websockets`:

BOURSE_URL=http://localhost:3000 BOURSE_ACCOUNT=ann@example.com BOURSE_PASSWORD=... python3 examples/trade.py BTC/USDT
BOURSE_DEVICE is the id that the exchange issued to this device; the first login needs a mailed code in BOURSE_CODE.
"""

import asyncio, json, os, sys, urllib.parse, urllib.request, uuid
from decimal import Decimal

import websockets

URL = os.environ.get("BOURSE_URL", "http://localhost:3000")
DEVICE = os.environ.get("BOURSE_DEVICE", "new")
SYMBOL = sys.argv[1] if len(sys.argv) > 1 else "BTC/USDT"


def call(method, path, fields=None, **headers):
    """Calls the API; raises the text of a refusal."""
    fields = fields or {}
    query = "?" + urllib.parse.urlencode(fields) if method == "GET" and fields else ""
    body = None if method == "GET" else json.dumps(fields).encode()
    request = urllib.request.Request(f"{URL}/api/{path}{query}", body, method=method)
    request.add_header("flag", DEVICE)
    request.add_header("content-type", "application/json")
    for name, value in headers.items():
        request.add_header(name.replace("_", "-"), value)
    with urllib.request.urlopen(request) as response:
        answer = json.load(response)
    if answer["code"] != 1:
        raise RuntimeError(f"{path}: {answer['message']} ({answer.get('error')})")
    return answer["data"]


async def follow(count):
    """Returns the last price after some new trades. The library answers protocol pings of the exchange."""
    async with websockets.connect(URL.replace("http", "ws", 1) + "/ws") as socket:
        await socket.send(json.dumps({"type": "sub", "params": f"GLOBAL_TX.{SYMBOL}"}))
        async for text in socket:
            message = json.loads(text)
            for trade in message.get("completes", []) if message["type"] == f"GLOBAL_TX.{SYMBOL}" else []:
                print(f"{SYMBOL} traded: {trade['number']} at {trade['price']}")
                count -= 1
                if count <= 0:
                    return Decimal(trade["price"])


def main():
    login = {"account": os.environ["BOURSE_ACCOUNT"], "password": os.environ["BOURSE_PASSWORD"]}
    if "BOURSE_CODE" in os.environ:
        login["sms_code"] = os.environ["BOURSE_CODE"]
    session = call("POST", "user/login", login)
    token = session["token"]
    if session["device_id"] != DEVICE:
        print(f"Set BOURSE_DEVICE={session['device_id']} to log in without a code from now on.", file=sys.stderr)
    matches = [match for group in call("GET", "market/currency_matches") for match in group["matches"]]
    market = next(match for match in matches if match["symbol"] == SYMBOL)
    last = asyncio.run(follow(int(os.environ.get("BOURSE_TRADES", "5"))))
    # One per cent below the last price, on the grid of the market: it does not trade at once.
    step = Decimal(market["price_step"])
    price = str(last * Decimal("0.99") // step * step)
    number = os.environ.get("BOURSE_NUMBER", "0.001")
    order = {"currency_match_id": market["id"], "number": number, "price": price, "post_only": True}
    # With a key, an attempt without an answer can be repeated: the order is placed once.
    placed = call("POST", "tx_in/add", order, authorization=token, idempotency_key=str(uuid.uuid4()))
    print(f"Order {placed['id']} to buy {number} at {price}: {placed['status']}")
    done = call("POST", "tx_in/cancel", {"id": placed["id"]}, authorization=token, idempotency_key=str(uuid.uuid4()))
    print(f"Order {placed['id']}: {done['status']}")
    call("POST", "user/logout", authorization=token)


main()
