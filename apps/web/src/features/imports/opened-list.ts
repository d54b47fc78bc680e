import type { Channel } from '@mfuko/contract/channels';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import type { ImportAnswer, readSheet } from '@mfuko/contract/imports';
import type { Mapping } from './kinds.ts';

/** Opened file: what it holds, and what was said of it since. */
export interface OpenedList {
  readonly file: File;
  readonly sheet: AnswerOf<typeof readSheet>;
  readonly mapping: Mapping;
  /** Cells as they were corrected on the screen, by their names: `D7`. */
  readonly mends: Readonly<Record<string, string>>;
  /** Rows that are left out. */
  readonly setAside: readonly number[];
  /** Rows that call themselves a total and are one: they were left out without a question. */
  readonly totalsOut: readonly number[] | null;
  /** Totals that differ, as they stood when somebody left them out all the same. */
  readonly decided: ImportAnswer['totalsThatDiffer'];
  readonly createClasses: boolean;
  /** Of deposits. */
  readonly channel: Channel;
  /** Rows that had to be looked at at any time: they stay in sight once they are right. */
  readonly attention: ReadonlySet<number>;
}

/** A file that was just opened, of which nothing was said yet. */
export function openedList(file: File, sheet: OpenedList['sheet'], mapping: Mapping, channel: Channel): OpenedList {
  return {
    ...{ file, sheet, mapping, channel },
    ...{ mends: {}, setAside: [], totalsOut: null, decided: [], createClasses: false, attention: new Set() },
  };
}

/** The list with other columns: what was corrected, left out as a right total or decided was of the columns before. */
export function withMapping(list: OpenedList, mapping: Mapping): OpenedList {
  const setAside = list.setAside.filter((row) => !list.totalsOut?.includes(row));
  return { ...list, mapping, mends: {}, setAside, totalsOut: null, decided: [], attention: new Set(setAside) };
}
