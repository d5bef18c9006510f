// The end of a game as a picture to send: drawn on a canvas, in the colours and types of the page.
import type { BySeat, Seat } from '../net/types';

export interface Result {
  game: string;
  title: string;
  line: string;
  names: BySeat<string>;
  score: BySeat<number>;
  winner: Seat | 'draw' | null;
  // The chance of `about` through the game, 0 to 1, and what is to be said of it.
  about: Seat;
  values: number[];
  story: string;
}

export const CARD = { width: 1200, height: 630 };

const PAPER = '#f6f1e4';
const INK = '#22252a';
const QUIET = '#5a564c';
const SEAT: BySeat<string> = { home: '#b4342b', away: '#24508f' };
const COND = "'Barlow Condensed', 'Arial Narrow', sans-serif";
const SANS = "'Alegreya Sans', 'Gill Sans', sans-serif";

// Text that fits into a width: a smaller type, then an end that is left out.
function fit(pen: CanvasRenderingContext2D, text: string, size: number, width: number, family = COND, weight = 600) {
  let most = size;
  const set = () => (pen.font = `${weight} ${most}px ${family}`);
  for (set(); pen.measureText(text).width > width && most > size * 0.6; set()) most -= 2;
  let shown = text;
  while (pen.measureText(shown).width > width && shown.length > 1) shown = `${shown.slice(0, -2)}…`;
  return shown;
}

function lines(pen: CanvasRenderingContext2D, text: string, width: number): string[] {
  const out: string[] = [];
  for (const word of text.split(' ')) {
    const longer = out.length ? `${out.at(-1)} ${word}` : word;
    if (out.length && pen.measureText(longer).width <= width) out[out.length - 1] = longer;
    else out.push(word);
  }
  return out;
}

export async function drawResult(canvas: HTMLCanvasElement, result: Result, lid: string): Promise<void> {
  await Promise.all([document.fonts.load(`600 40px ${COND}`), document.fonts.load(`400 40px ${SANS}`)]);
  const { width, height } = CARD;
  Object.assign(canvas, CARD);
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = lid;
  pen.fillRect(0, 0, width, 86);
  pen.strokeStyle = INK;
  pen.lineWidth = 6;
  pen.strokeRect(3, 3, width - 6, height - 6);
  pen.beginPath();
  pen.moveTo(0, 86);
  pen.lineTo(width, 86);
  pen.stroke();
  head(pen, result, lid);
  score(pen, result);
  chart(pen, result);
  pen.fillStyle = INK;
  pen.textAlign = 'center';
  pen.font = `400 32px ${SANS}`;
  lines(pen, result.story, width - 160)
    .slice(0, 2)
    .forEach((line, i) => pen.fillText(line, width / 2, 560 + i * 38));
}

// Dark letters on a light lid, light ones on a dark lid.
function inkOn(colour: string): string {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return 0.3 * r + 0.59 * g + 0.11 * b > 140 ? INK : '#fdfaf2';
}

function head(pen: CanvasRenderingContext2D, { title }: Result, lid: string) {
  pen.fillStyle = inkOn(lid);
  pen.textAlign = 'left';
  pen.fillText(fit(pen, title.toUpperCase(), 46, 820), 40, 61);
  pen.textAlign = 'right';
  pen.font = `600 34px ${COND}`;
  pen.fillText('Touchline', CARD.width - 40, 57);
}

function score(pen: CanvasRenderingContext2D, { line, names, score: points, winner }: Result) {
  const middle = CARD.width / 2;
  pen.fillStyle = INK;
  pen.textAlign = 'center';
  pen.fillText(fit(pen, line, 54, 1080), middle, 158);
  pen.font = `600 150px ${COND}`;
  pen.fillText('–', middle, 300);
  for (const seat of ['home', 'away'] as const) {
    const side = seat === 'home' ? -1 : 1;
    pen.font = `600 170px ${COND}`;
    pen.fillStyle = SEAT[seat];
    pen.globalAlpha = winner === seat || winner === 'draw' || winner === null ? 1 : 0.6;
    pen.textAlign = 'center';
    pen.fillText(String(points[seat]), middle + side * 130, 310);
    pen.textAlign = seat === 'home' ? 'right' : 'left';
    pen.fillText(fit(pen, names[seat], 58, 320), middle + side * 235, 275);
    pen.globalAlpha = 1;
  }
}

function chart(pen: CanvasRenderingContext2D, { values, about }: Result) {
  if (values.length < 2) return;
  const box = { x: 80, y: 350, width: CARD.width - 160, height: 150 };
  const x = (i: number) => box.x + (i / (values.length - 1)) * box.width;
  const y = (value: number) => box.y + (1 - value) * box.height;
  const stairs = () => {
    pen.beginPath();
    pen.moveTo(x(0), y(values[0]!));
    values.forEach((value, i) => {
      if (i) pen.lineTo(x(i), y(values[i - 1]!));
      pen.lineTo(x(i), y(value));
    });
  };
  pen.fillStyle = '#fdfaf2';
  pen.fillRect(box.x, box.y, box.width, box.height);
  stairs();
  pen.lineTo(box.x + box.width, box.y + box.height);
  pen.lineTo(box.x, box.y + box.height);
  pen.globalAlpha = 0.3;
  pen.fillStyle = SEAT[about];
  pen.fill();
  pen.globalAlpha = 1;
  pen.strokeStyle = QUIET;
  pen.lineWidth = 2;
  pen.strokeRect(box.x, box.y + box.height / 2, box.width, 0.1);
  pen.strokeStyle = INK;
  pen.lineWidth = 4;
  stairs();
  pen.stroke();
  pen.strokeRect(box.x, box.y, box.width, box.height);
}
