import { BUS_PAPERS, type BusPaper, type BusRow, PAPERS_DUE_DAYS } from '@mfuko/contract/bus';

/** Papers of a bus as the server or this device has them; an older build of the page kept none. */
export type Papers = Partial<Pick<BusRow, 'inspectedUntil' | 'insuredUntil' | 'permit'>>;

export interface Paper {
  readonly paper: BusPaper;
  /** Last day, `2026-11-20`. */
  readonly until: string;
  /** Days from today to the last one; negative: it is over. */
  readonly days: number;
}

/** Days from one day of the school to another. */
export const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

/** Papers that are over today or will be within the days of which the bell warns. */
export function papersDue({ inspectedUntil, insuredUntil }: Papers, today: string): readonly Paper[] {
  const last = { inspection: inspectedUntil, insurance: insuredUntil };
  return BUS_PAPERS.flatMap((paper) => {
    const until = last[paper];
    if (!until) return [];
    const days = daysBetween(today, until);
    return days <= PAPERS_DUE_DAYS ? [{ paper, until, days }] : [];
  });
}

/** Word of the office that lets the bus run today; null where there is none. */
export const permitOf = ({ permit }: Papers, today: string): BusRow['permit'] =>
  permit?.day === today ? permit : null;
