// The numbers of the lab in words: chances with a decimal, because the differences are small; numbers as long as needed.
import type { Row } from '../store/figures';
import { t } from '.';

const decimal = (text: string): string => text.replace('.', t('number.decimal'));
const SMALL = 0.0005; // of a chance: less than a twentieth of a point is no difference to be told

export function exactly(row: Row, value: number | null): string {
  if (value === null) return '…';
  if (row.unit === 'number') return decimal(value.toFixed(value < 100 ? 1 : 0));
  const text = decimal((value * 100).toFixed(1));
  return row.unit === 'chance' ? t('number.percent', { value: text }) : text;
}

// The difference with its sign; "=" where there is none to be seen.
export function signed(row: Row): string {
  if (row.box === null || row.mine === null) return '';
  const change = (row.mine - row.box) * (row.unit === 'number' ? 1 : 100);
  const digits = row.unit === 'number' && row.box >= 100 ? 0 : Math.abs(change) < 0.1 ? 2 : 1;
  const text = Math.abs(change).toFixed(digits);
  if (Math.abs(row.mine - row.box) < SMALL * (row.unit === 'number' ? 10 : 1) || Number(text) === 0) return '=';
  return (change < 0 ? '−' : '+') + decimal(text);
}
