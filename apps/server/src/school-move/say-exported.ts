import type { ExportedFingers } from './export-fingers.ts';
import type { FoundSchool } from './find-school.ts';

/** Returns the lines that the command prints after the export. */
export function sayExported(
  { name }: Pick<FoundSchool, 'name'>,
  to: string,
  { impressions, students, left }: ExportedFingers,
): string[] {
  return [
    `${counted(impressions, 'impression')} of ${counted(students, 'student')} of ${name}: in ${to}, in clear, with index.csv.`,
    `The bell of ${name} has rung, and the history of the school and of each student has it.`,
    'Whoever has the records can make pictures that pass for these fingers, for as long as they are worn. Encrypt the folder before it goes anywhere, and remove it.',
    ...(left > 0
      ? [`Not among them, for they do not open or are of another version: ${counted(left, 'impression')}.`]
      : []),
  ];
}

/** Formats a count with its noun: `1 impression`, `2 impressions`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
