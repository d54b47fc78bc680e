import { type ComponentProps, Suspense } from 'react';
import { latePart } from '../ui/late-part.tsx';

// Loaded only for leavers, who alone have refunds.
const StudentRefund = latePart(() => import('../features/refunds/StudentRefund.tsx').then((it) => it.StudentRefund));
const HeldRefund = latePart(() => import('../features/limits/HeldRefund.tsx').then((it) => it.HeldRefund));

/** Refund of a leaver; where the server reports a changed number, a second person is asked in place. */
export function RefundCard({ student }: Pick<ComponentProps<typeof StudentRefund>, 'student'>) {
  return (
    <Suspense>
      <StudentRefund
        student={student}
        held={(refund) => (
          // Loaded within the dialog: its loading must not replace the dialog.
          <Suspense>
            <HeldRefund key={refund.admissionNumber} {...refund} />
          </Suspense>
        )}
      />
    </Suspense>
  );
}
