import { useState } from 'react';

/**
 * Shared rule of all desks: a finger belongs to the number that was in the field when the finger was read, or to a longer number that
 * starts with it, because a finger may be scanned while its number is still being typed. For any other number it is another student's
 * finger.
 */
export function isOwner(readFor: string, number: string): boolean {
  return number.startsWith(readFor);
}

/**
 * Returns true if a number change makes the finger another student's: the new number is neither a continuation nor a correction of the one
 * before, or can no longer become the number for which the finger was read.
 */
export function isOfAnother(readFor: string, before: string, number: string): boolean {
  return !isSameTyped(before, number) || !isSameTyped(readFor, number);
}

function isSameTyped(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}

/** Returns the number that was in the field when the current finger was read; the current number where there is no finger. */
export function useReadFor(finger: unknown, number: string): string {
  const [read, setRead] = useState({ finger, number });
  // Stores a new finger during the render in which it appears, with that render's number.
  if (read.finger !== finger) setRead({ finger, number });
  return finger === null || read.finger !== finger ? number : read.number;
}
