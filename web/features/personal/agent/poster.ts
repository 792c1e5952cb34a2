import { encode } from 'uqr';

const width = 1080;
const height = 1440;
const margin = 120;

export interface PosterTexts {
  readonly title: string;
  readonly text: string;
  readonly code: string;
}

/** A poster for print and messages: a title, the QR code of the link and the invitation code. Returns a PNG. */
export async function drawPoster(link: string, { code, text, title }: PosterTexts): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('This browser cannot draw a poster.');
  const font = getComputedStyle(document.body).fontFamily;
  const accent = getComputedStyle(document.documentElement).getPropertyValue('--accent').trim();
  // The same in both themes, because it is printed: dark on white, as cameras need it.
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = accent === '' ? '#4353e0' : accent;
  pen.fillRect(0, 0, width, 16);
  pen.fillStyle = '#141a24';
  pen.textAlign = 'center';
  writeFitting(pen, title, { size: 72, weight: 600, font, y: 210 });
  drawCode(pen, link, { x: margin, y: 310, size: width - 2 * margin });
  writeFitting(pen, text, { size: 44, weight: 400, font, y: 1250 });
  writeFitting(pen, code, { size: 64, weight: 600, font, y: 1350 });
  return new Promise((resolve, reject) => {
    canvas.toBlob((file) => {
      if (file === null) reject(new Error('This browser cannot save a poster.'));
      else resolve(file);
    }, 'image/png');
  });
}

interface Line {
  readonly size: number;
  readonly weight: number;
  readonly font: string;
  readonly y: number;
}

/** One line in the middle, smaller if it is too long. */
function writeFitting(pen: CanvasRenderingContext2D, text: string, { font, size, weight, y }: Line): void {
  pen.font = `${weight} ${size}px ${font}`;
  const shrunk = Math.min(1, (width - margin) / pen.measureText(text).width);
  pen.font = `${weight} ${Math.floor(size * shrunk)}px ${font}`;
  pen.fillText(text, width / 2, y);
}

interface Square {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

function drawCode(pen: CanvasRenderingContext2D, link: string, { size, x, y }: Square): void {
  const code = encode(link, { ecc: 'M', border: 2 });
  const module = Math.floor(size / code.size);
  const start = Math.floor((size - module * code.size) / 2);
  for (const [row, modules] of code.data.entries()) {
    for (const [column, isDark] of modules.entries()) {
      if (isDark) pen.fillRect(x + start + column * module, y + start + row * module, module, module);
    }
  }
}
