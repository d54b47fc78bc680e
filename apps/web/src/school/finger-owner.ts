import { useState } from 'react';

/**
 * One rule for every desk: a finger is of the number that stood in the field when it was read, or of one that only goes on from it, for a
 * finger may come while its number is still typed. In the place of any other number it is another student's.
 */
export function isOwner(readFor: string, number: string): boolean {
  return number.startsWith(readFor);
}

/**
 * Tells whether the number that takes the place of another makes the finger a stranger's: it is not the same one typed on or mended, or
 * can no longer become that for which the finger was read.
 */
export function isOfAnother(readFor: string, before: string, number: string): boolean {
  return !isSameTyped(before, number) || !isSameTyped(readFor, number);
}

function isSameTyped(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}

/** Number that stood in the field when the finger was read that is there now; the number itself where there is no finger. */
export function useReadFor(finger: unknown, number: string): string {
  const [read, setRead] = useState({ finger, number });
  // A new finger: taken down in this very render, with the number of this very render.
  if (read.finger !== finger) setRead({ finger, number });
  return finger === null || read.finger !== finger ? number : read.number;
}
