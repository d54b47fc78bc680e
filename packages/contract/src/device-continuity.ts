// Continuity of an enrolled device: marks that its browser makes, newest first, in the header `device-continuity` of a signed call. The
// browser replaces its newest mark from time to time, so that a copy of the device's key soon has other marks than the device itself.

/** Number of marks that a device sends: as many as a server may have missed that was replaced by its standby. */
export const MAX_MARKS = 8;
const MARK = /^[\w-]{16}$/;

/** Writes the header: marks of 16 characters, newest first, separated by dots. */
export function writeMarks(marks: readonly string[]): string {
  return marks.slice(0, MAX_MARKS).join('.');
}

/** Parses a header. Returns no marks for anything but a written header. */
export function readMarks(text: string): readonly string[] {
  const marks = text.slice(0, 200).split('.');
  return marks.length <= MAX_MARKS && marks.every((mark) => MARK.test(mark)) ? marks : [];
}
