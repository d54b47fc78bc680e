import type { runningTrips } from '@mfuko/contract/bus-trips';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import { formatDate } from '../../lib/format.ts';
import type { useTranslation } from '../../lib/i18n.ts';

/** Trip of the office's list. */
export type Running = AnswerOf<typeof runningTrips>;

type Say = ReturnType<typeof useTranslation<'bus'>>['t'];

/** State in words: a closed trip stands in the list only while a child is aboard by a ride that came in after its closing. */
export function stateInWords(t: Say, { closed, late }: Running): string {
  return closed ? t('running.closed', { at: formatDate(closed) }) : t(late ? 'running.late' : 'running.inTime');
}

/** Papers in words: which were over when the trip opened, and by whose word it set out. */
export function papersInWords(t: Say, papers: Running['papers']): string[] {
  if (papers === null) return [];
  const over = papers.over.map((paper) => t(`running.over.${paper}`)).join(', ');
  const { permittedBy: by, reason } = papers;
  return [over, by === null ? t('running.unpermitted') : t('running.permitted', { by, reason })];
}
