import { reenrolment } from '@mfuko/contract/reenrolment';
import { lazy, Suspense } from 'react';
import { ReenrolmentPage } from '../features/reports/ReenrolmentPage.tsx';

// Asked for at one row at a time.
const EnrolAnewDialog = lazy(async () => ({
  default: (await import('../features/fingerprints/EnrolAnewDialog.tsx')).EnrolAnewDialog,
}));

const LIST = [reenrolment];

/** Fingers to be enrolled again, and the form that does it. */
export function ReenrolmentScreen() {
  return (
    <ReenrolmentPage
      anew={(student, onClose) => (
        <Suspense>
          <EnrolAnewDialog key={student.sysid} student={student} onClose={onClose} refresh={LIST} />
        </Suspense>
      )}
    />
  );
}
