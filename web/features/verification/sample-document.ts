/** A drawn document that belongs to no person, for demos. */
export interface SampleDocument {
  readonly name: string;
  readonly cardId: string;
  readonly front: Blob;
  readonly reverse: Blob;
}

const size = { width: 1_012, height: 638 };

/** Draws a sample document of a name, with a number of its own, so that two accounts do not use the same one. */
export async function drawSampleDocument(name: string): Promise<SampleDocument> {
  const cardId = `SAMPLE${String(Math.floor(Math.random() * 900_000) + 100_000)}`;
  const front = await draw(['SPECIMEN', name, cardId, '1990-01-01']);
  const reverse = await draw(['SPECIMEN', 'P<UTOSPECIMEN<<<<<<<<<<<<<<<<', `${cardId}<UTO900101`]);
  return { name, cardId, front, reverse };
}

async function draw(lines: readonly string[]): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser cannot draw.');
  context.fillStyle = '#e8eef4';
  context.fillRect(0, 0, size.width, size.height);
  context.fillStyle = '#b9c6d6';
  context.fillRect(56, 150, 240, 320);
  context.fillStyle = '#1d2733';
  for (const [n, line] of lines.entries()) {
    context.font = n === 0 ? '700 64px sans-serif' : '500 36px monospace';
    context.fillText(line, n === 0 ? 56 : 340, n === 0 ? 104 : 140 + n * 90, 620);
  }
  const { promise, reject, resolve } = Promise.withResolvers<Blob>();
  canvas.toBlob((blob) => {
    if (blob === null) reject(new Error('This browser cannot encode images.'));
    else resolve(blob);
  }, 'image/png');
  return promise;
}
