import { type ComponentProps, Suspense } from 'react';
import { latePart } from '../ui/late-part.tsx';

// Refunds are of those who have left.
const StudentRefund = latePart(() => import('../features/refunds/StudentRefund.tsx').then((it) => it.StudentRefund));
const HeldRefund = latePart(() => import('../features/limits/HeldRefund.tsx').then((it) => it.HeldRefund));

/** Refund of a leaver; where the server says that its number was changed, a second person is asked in place. */
export function RefundCard({ student }: Pick<ComponentProps<typeof StudentRefund>, 'student'>) {
  return (
    <Suspense>
      <StudentRefund
        student={student}
        held={(refund) => (
          // Comes within the dialog: what it waits for must not take the dialog away.
          <Suspense>
            <HeldRefund key={refund.admissionNumber} {...refund} />
          </Suspense>
        )}
      />
    </Suspense>
  );
}
