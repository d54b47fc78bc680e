import { classKey } from '@mfuko/contract/class-names';
import type { ImportAnswer, ImportError, ImportKind } from '@mfuko/contract/imports';
import { KINDS, type Mapping } from './kinds.ts';
import type { OpenedList } from './opened-list.ts';

/** List as a call takes it: the file, and what was said of it since. */
export function inputOf(kind: ImportKind, list: OpenedList) {
  const { file, createClasses, channel } = list;
  return {
    [KINDS[kind].part]: file,
    createClasses: kind === 'students' ? createClasses : undefined,
    channel: kind === 'deposits' ? channel : undefined,
    ...saidOf(list),
  };
}

/** Fields that every call about the sheet takes: its columns, its corrected cells and the rows set aside. */
export function saidOf({ mapping, mends, setAside }: OpenedList) {
  return {
    mapping: JSON.stringify(mapping),
    mends: Object.keys(mends).length > 0 ? JSON.stringify(mends) : undefined,
    setAside: setAside.length > 0 ? JSON.stringify(setAside) : undefined,
  };
}

/** A class that is not there is one question for all of its rows, asked above them. */
export function faultsOf({ errors }: ImportAnswer): ImportError[] {
  return errors.filter(({ why }) => why !== 'class-unknown');
}

/** Rows that somebody has to look at. */
export function rowsToCorrect(answer: ImportAnswer): number[] {
  return [...faultsOf(answer), ...answer.warnings].map(({ row }) => row);
}

/** Number of rows that wait for nothing but their class. */
export function waitingForClass(answer: ImportAnswer): number {
  const wrong = new Set(faultsOf(answer).map(({ row }) => row));
  return new Set(answer.errors.flatMap(({ row }) => (wrong.has(row) ? [] : [row]))).size;
}

/** Cells by which every row of the one class, as the list calls it, names the other. */
export function renameClass({ sheet, mapping, mends }: OpenedList, from: string, to: string): Record<string, string> {
  const [inClass, inStream] = [letterOf(mapping, 'className'), letterOf(mapping, 'stream')];
  const renamed: Record<string, string> = {};
  for (const { row, cells } of sheet.rows) {
    const textIn = (letter: string | undefined) =>
      letter === undefined ? '' : (mends[`${letter}${row}`] ?? cells[placeOf(sheet, letter)] ?? '').trim();
    const name = [textIn(inClass), textIn(inStream)].filter((part) => part !== '').join(' ');
    if (classKey(name) !== classKey(from)) continue;
    if (inClass && inStream) renamed[`${inStream}${row}`] = '';
    renamed[`${inClass ?? inStream}${row}`] = to;
  }
  return renamed;
}

/** Tells whether a list has phones of guardians and no column for their names. */
export function namesNoGuardians({ mapping }: OpenedList): boolean {
  return letterOf(mapping, 'guardianPhone') !== undefined && letterOf(mapping, 'guardianName') === undefined;
}

function letterOf(mapping: Mapping, field: string): string | undefined {
  return Object.entries(mapping).find(([, each]) => each === field)?.[0];
}

function placeOf(sheet: OpenedList['sheet'], letter: string): number {
  return sheet.columns.findIndex((column) => column.letter === letter);
}
