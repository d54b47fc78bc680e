import { poolSets } from './comparison.ts';
import { printShipped, SHIPPED_HEAD } from './shipped.ts';
import { type Extracted, type Verified, verifySet } from './work.ts';

const FINGERS = 3;
const IMPRESSIONS = 3;

/** Prints what the server's comparison gets wrong with one, three and nine enrolled impressions; the threshold rises with their number. */
export async function printByEnrolled(
  sets: readonly { name: string; impressions: readonly Extracted[] }[],
): Promise<void> {
  for (const [head, of] of [
    ['one enrolled impression (1; 4 to 8 try)', (all) => [all, all.filter(({ number }) => number === 1)]],
    ['three (1 to 3; 4 to 8 try)', (all) => [all, all.filter(({ number }) => number <= IMPRESSIONS)]],
    ['nine (1 to 3 of each three fingers of a set, as one student; 4 to 8 try)', takeForStudents],
  ] as const satisfies [string, (all: readonly Extracted[]) => [readonly Extracted[], readonly Extracted[]]][]) {
    console.log(`\n${head}: ${SHIPPED_HEAD}`);
    const measured: { name: string; of: Verified }[] = [];
    for (const { name, impressions } of sets) {
      const [all, enrolled] = of(impressions);
      const tries = all.filter(({ number }) => number > IMPRESSIONS);
      if (enrolled.length === 0 || tries.length === 0) continue;
      measured.push({ name, of: await verifySet(enrolled, tries) });
      printShipped(name, measured.at(-1)!.of);
    }
    if (measured.length > 1) printShipped('all sets pooled', poolSets(measured));
  }
}

/** Takes each three fingers for one student's, of one person where the set says so; a finger too many only tries, as a stranger. */
function takeForStudents(all: readonly Extracted[]): [Extracted[], Extracted[]] {
  const fingers = [...Map.groupBy(all, ({ finger }) => finger)];
  const persons = [...Map.groupBy(fingers, ([, [first]]) => first!.person).values()];
  const alone = persons.every((of) => of.length < FINGERS);
  const studentOf = new Map<string, { finger: string; person: string; whole: boolean }>();
  for (const of of alone ? [fingers] : persons)
    of.forEach(([finger, [first]], k) => {
      const start = k - (k % FINGERS);
      const student = of[start]![0];
      studentOf.set(finger, {
        finger: student,
        person: alone ? student : first!.person,
        whole: start + FINGERS <= of.length,
      });
    });
  const students = all.map((each) => ({ ...each, ...studentOf.get(each.finger)! }));
  return [students, students.filter(({ whole, number }) => whole && number <= IMPRESSIONS)];
}
