import { BUS_PAPERS, type BusPaper, type BusRow, PAPERS_DUE_DAYS } from '@mfuko/contract/bus';

/** Papers of a bus as the server or this device has them; an older build of the page stored none. */
export type Papers = Partial<Pick<BusRow, 'inspectedUntil' | 'insuredUntil' | 'permit'>>;

export interface Paper {
  readonly paper: BusPaper;
  /** Last valid day, `2026-11-20`. */
  readonly until: string;
  /** Days from today to the last valid day; negative once expired. */
  readonly days: number;
}

/** Returns the number of days between two days of the school's calendar. */
export const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

/** Returns the papers that have expired or expire within the period of the bell's warning. */
export function papersDue({ inspectedUntil, insuredUntil }: Papers, today: string): readonly Paper[] {
  const last = { inspection: inspectedUntil, insurance: insuredUntil };
  return BUS_PAPERS.flatMap((paper) => {
    const until = last[paper];
    if (!until) return [];
    const days = daysBetween(today, until);
    return days <= PAPERS_DUE_DAYS ? [{ paper, until, days }] : [];
  });
}

/** Returns the office's permit for today, or null. */
export const permitOf = ({ permit }: Papers, today: string): BusRow['permit'] =>
  permit?.day === today ? permit : null;
