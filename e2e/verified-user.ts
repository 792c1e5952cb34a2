import { header } from '@bourse/contract';
import { imageUpload, type UploadedImage } from '@bourse/contract/images';
import { realNameCenter, reviewStatus, submitRealName } from '@bourse/contract/verification';
import { setTimeout as pause } from 'node:timers/promises';
import { isAnswer, type Client } from './client.ts';

export const tradePassword = 'Vx7qmd3k';

/** Submits documents, which sets the trade password, and waits until a demo has approved them. */
export async function verify(client: Client, n: number): Promise<void> {
  const [front_pic, reverse_pic] = [await sendImage(client), await sendImage(client)];
  const documents = { name: 'Ann Lee', card_id: `L01X00T${String(n).padStart(3, '0')}`, front_pic, reverse_pic };
  await client.call(submitRealName, { ...documents, pay_password: tradePassword });
  for (const deadline = performance.now() + 60_000; ; await pause(100)) {
    const { review_status: status } = await client.call(realNameCenter, {});
    if (status === reviewStatus.approved) return;
    if (performance.now() > deadline) throw new Error(`The documents of user ${n} are not approved in time`);
  }
}

/** The id of a new image of a PNG file in base64. */
export async function sendImage(client: Client, png = smallImage): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([Buffer.from(png, 'base64')], { type: 'image/png' }), 'front.png');
  const headers = { [header.session]: client.token, [header.device]: client.deviceId };
  const url = new URL(`/api/${imageUpload.path}`, client.url);
  const answer: unknown = await (await fetch(url, { method: 'POST', headers, body: form })).json();
  if (!isAnswer(answer)) throw new Error(`An image was not accepted: ${JSON.stringify(answer)}`);
  const image: UploadedImage = answer.data;
  return image.url.slice(-32);
}

/** A PNG file of 8 × 8 pixels. */
const smallImage =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQImWNQcknDihiGlgQA3OUzAe9BEwEAAAAASUVORK5CYII=';
