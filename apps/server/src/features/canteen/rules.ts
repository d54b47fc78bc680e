/** Portions of a day, of one item and one student. */
export interface Portions {
  /** What the menu allows. */
  readonly perPerson: number;
  /** Handed out so far. */
  readonly taken: number;
  /** Of these, the ones whose payment was taken back: they were not the student's. */
  readonly givenBack: number;
}

/** How many portions the student may still have today. The menu may have been cut since, so it is never below none. */
export function portionsLeft({ perPerson, taken, givenBack }: Portions): number {
  return Math.max(0, perPerson - (taken - givenBack));
}
