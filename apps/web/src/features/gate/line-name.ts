import type { Line } from './queue/line.ts';

/** Returns number and name of a line's student; the number alone while the name is unknown. */
export function nameOf({ admissionNumber, names }: Pick<Line, 'admissionNumber' | 'names'>): string {
  return names ? `${admissionNumber} ${names}` : admissionNumber;
}
