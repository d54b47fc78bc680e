import { Refusal } from '../../platform/refusal.ts';

export function dayNotFound(): Refusal {
  return new Refusal('books.no-day', 'That day is not closed.');
}
