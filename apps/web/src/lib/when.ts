import { formatDate } from './format.ts';

/** Time of a moment on a desk: hh:mm where it is today, with the date in front where it is not. */
export function whenOf(moment: unknown): string {
  if (typeof moment !== 'string') return '';
  const text = formatDate(moment);
  const [today] = formatDate(Date.now()).split(' ');
  return text.startsWith(today ?? '') ? (text.split(' ')[1] ?? text) : text;
}
