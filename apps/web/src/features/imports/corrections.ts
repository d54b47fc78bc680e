import { classKey } from '@mfuko/contract/class-names';
import type { ImportAnswer, ImportError, ImportKind } from '@mfuko/contract/imports';
import { KINDS, type Mapping } from './kinds.ts';
import type { OpenedList } from './opened-list.ts';

/** Returns the call's input for a list: the file and the user's decisions. */
export function inputOf(kind: ImportKind, list: OpenedList) {
  const { file, createClasses, channel } = list;
  return {
    [KINDS[kind].part]: file,
    createClasses: kind === 'students' ? createClasses : undefined,
    channel: kind === 'deposits' ? channel : undefined,
    ...saidOf(list),
  };
}

/** Returns the fields that every call about the sheet takes: columns, corrected cells and rows left out. */
export function saidOf({ mapping, mends, setAside }: OpenedList) {
  return {
    mapping: JSON.stringify(mapping),
    mends: Object.keys(mends).length > 0 ? JSON.stringify(mends) : undefined,
    setAside: setAside.length > 0 ? JSON.stringify(setAside) : undefined,
  };
}

/** Returns the faults without the missing classes, which are asked for once above the rows. */
export function faultsOf({ errors }: ImportAnswer): ImportError[] {
  return errors.filter(({ why }) => why !== 'class-unknown');
}

/** Returns the rows that the user has to check. */
export function rowsToCorrect(answer: ImportAnswer): number[] {
  return [...faultsOf(answer), ...answer.warnings].map(({ row }) => row);
}

/** Returns the number of rows whose only fault is a missing class. */
export function waitingForClass(answer: ImportAnswer): number {
  const wrong = new Set(faultsOf(answer).map(({ row }) => row));
  return new Set(answer.errors.flatMap(({ row }) => (wrong.has(row) ? [] : [row]))).size;
}

/** Returns the corrected cells that move every row of one class, as the list names it, to another class. */
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

/** Returns true for a list with guardians' phones but no column for their names. */
export function namesNoGuardians({ mapping }: OpenedList): boolean {
  return letterOf(mapping, 'guardianPhone') !== undefined && letterOf(mapping, 'guardianName') === undefined;
}

function letterOf(mapping: Mapping, field: string): string | undefined {
  return Object.entries(mapping).find(([, each]) => each === field)?.[0];
}

function placeOf(sheet: OpenedList['sheet'], letter: string): number {
  return sheet.columns.findIndex((column) => column.letter === letter);
}
