import { CallError } from '../../../lib/problems.ts';
import { pictureFields, type Template } from '../../../lib/scanner/messages.ts';
import { isOwner } from '../../../school/finger-owner.ts';
import type { Student } from '../lookup.ts';
import type { Proof } from '../queue/line.ts';
import type { CurrentStudent } from './current-student.ts';
import { isIdentified, isNobodys, nextStep } from './entry.ts';
import { REFUSAL_SHOWN_MS } from './notices.ts';

/** Touching: check-ins by a finger without a number, where the school allows them. */
export interface Touching {
  allowed(): boolean;
  /** Returns the student to whom the finger belongs; records nothing. */
  whose(proof: Proof): Promise<Student>;
}

/**
 * Creates the function that pairs number and finger: called whenever one of them has changed, in whichever order they arrive.
 */
export function createPairing(student: CurrentStudent, submit: () => void, touching?: Touching): () => void {
  const { entry, echoes, finger, number, notices, screen, reportMissing, onNotice } = student;

  /** Returns true for digits that only start like a PIN: a finger ends the typing, as an entered PIN does, so they are a number. */
  function isNumberByFinger(): boolean {
    const now = entry.get();
    const { readFor } = finger.reading();
    if (!now.veiled || !now.settled || !now.finger || readFor === '') return false;
    return isOwner(readFor, now.number) && !echoes.isWhole(now.number);
  }

  /** Handles a finger without a number: checks in at once; checks out once the guard has compared the named child. */
  function search(template: Template): void {
    if (!touching?.allowed()) return;
    notices.leaveResult();
    const askedOn = screen();
    if (askedOn.kind === 'in') return submit();
    const isOver = () => entry.get().finger !== template || screen() !== askedOn;
    touching.whose(pictureFields(template)).then(
      (found) => {
        if (isOver() || entry.get().number !== '') return;
        finger.assign(found.admissionNumber);
        number.name(found);
      },
      (error: unknown) => {
        if (isOver()) return;
        entry.change({ finger: null });
        if (error instanceof CallError && error.status !== null)
          notices.say({ kind: 'nobody', refusal: error }, REFUSAL_SHOWN_MS);
        else reportMissing('number');
        finger.release(template);
      },
    );
  }

  return () => {
    const now = entry.get();
    if (isNumberByFinger()) return number.set(now.number, true);
    if (isIdentified(now)) notices.leaveOthers(now.number);
    if (isNobodys(now)) onNotice({ kind: 'unknown' });
    const step = nextStep(now, screen().by, finger.reading());
    if (step === 'send') submit();
    else if (step === 'search' && now.finger) search(now.finger);
  };
}
