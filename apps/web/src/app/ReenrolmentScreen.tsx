import { reenrolment } from '@mfuko/contract/reenrolment';
import { Suspense } from 'react';
import { ReenrolmentPage } from '../features/reports/ReenrolmentPage.tsx';
import { lateDialog } from '../ui/late-dialog.tsx';

// Opened for one row at a time.
const ReenrolDialog = lateDialog(() =>
  import('../features/fingerprints/ReenrolDialog.tsx').then((it) => it.ReenrolDialog),
);

const LIST = [reenrolment];

/** Fingers to be enrolled again, with the form for it. */
export function ReenrolmentScreen() {
  return (
    <ReenrolmentPage
      anew={(student, onClose) => (
        <Suspense>
          <ReenrolDialog key={student.sysid} student={student} onClose={onClose} refresh={LIST} />
        </Suspense>
      )}
    />
  );
}
