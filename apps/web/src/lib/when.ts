import { formatDate } from './format.ts';

/** Formats a moment for a desk: hh:mm for today, with the date in front for other days. */
export function whenOf(moment: unknown): string {
  if (typeof moment !== 'string') return '';
  const text = formatDate(moment);
  const [today] = formatDate(Date.now()).split(' ');
  return text.startsWith(today ?? '') ? (text.split(' ')[1] ?? text) : text;
}
