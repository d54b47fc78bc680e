import type { runningTrips } from '@mfuko/contract/bus-trips';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import { formatDate } from '../../lib/format.ts';
import type { useTranslation } from '../../lib/i18n.ts';

/** Trip in the office's list. */
export type Running = AnswerOf<typeof runningTrips>;

type Say = ReturnType<typeof useTranslation<'bus'>>['t'];

/** Returns the text of a trip's state. A closed trip is listed only while a ride that was sent late has a child aboard. */
export function stateInWords(t: Say, { closed, late }: Running): string {
  return closed ? t('running.closed', { at: formatDate(closed) }) : t(late ? 'running.late' : 'running.inTime');
}

/** Returns the texts of the papers that had expired when the trip opened, and of the permit. */
export function papersInWords(t: Say, papers: Running['papers']): string[] {
  if (papers === null) return [];
  const over = papers.over.map((paper) => t(`running.over.${paper}`)).join(', ');
  const { permittedBy: by, reason } = papers;
  return [over, by === null ? t('running.unpermitted') : t('running.permitted', { by, reason })];
}
