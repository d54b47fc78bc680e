import type { Channel } from '@mfuko/contract/channels';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import type { ImportAnswer, readSheet } from '@mfuko/contract/imports';
import type { Mapping } from './kinds.ts';

/** Opened file with its contents and the user's decisions. */
export interface OpenedList {
  readonly file: File;
  readonly sheet: AnswerOf<typeof readSheet>;
  readonly mapping: Mapping;
  /** Corrected cells by their names, such as `D7`. */
  readonly mends: Readonly<Record<string, string>>;
  /** Rows that are left out. */
  readonly setAside: readonly number[];
  /** Rows that are titled as totals and add up: left out without asking. Null before the first check. */
  readonly totalsOut: readonly number[] | null;
  /** Differing totals as they stood when the user left them out anyway. */
  readonly decided: ImportAnswer['totalsThatDiffer'];
  readonly createClasses: boolean;
  /** Channel of deposits. */
  readonly channel: Channel;
  /** Rows that ever needed attention: they stay visible after their correction. */
  readonly attention: ReadonlySet<number>;
}

/** Returns the state of a newly opened file. */
export function openedList(file: File, sheet: OpenedList['sheet'], mapping: Mapping, channel: Channel): OpenedList {
  return {
    ...{ file, sheet, mapping, channel },
    ...{ mends: {}, setAside: [], totalsOut: null, decided: [], createClasses: false, attention: new Set() },
  };
}

/**
 * Returns the list with other columns; corrections, correct totals left out and decisions are dropped, since they refer to the former
 * columns.
 */
export function withMapping(list: OpenedList, mapping: Mapping): OpenedList {
  const setAside = list.setAside.filter((row) => !list.totalsOut?.includes(row));
  return { ...list, mapping, mends: {}, setAside, totalsOut: null, decided: [], attention: new Set(setAside) };
}
