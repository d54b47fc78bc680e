import { useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
// Imported from their files instead of the features' index.ts, each of which would bring all of its screens along.
import { StudentMeals } from '../features/canteen/StudentMeals.tsx';
import { StudentFingers } from '../features/fingerprints/StudentFingers.tsx';
import { StudentItems } from '../features/items/StudentItems.tsx';
import { StudentLimits } from '../features/limits/StudentLimits.tsx';
import { StudentPayments } from '../features/payments/StudentPayments.tsx';
import { StudentChecks } from '../features/reports/StudentChecks.tsx';
import { StudentPage } from '../features/students/StudentPage.tsx';
import { StudentMoney } from '../features/wallet/StudentMoney.tsx';
import { latePart } from '../ui/late-part.tsx';
import { RefundCard } from './RefundCard.tsx';

// Lazy, because only staff who maintain the gate's lists need it.
const StudentCollectors = latePart(() =>
  import('../features/collectors/StudentCollectors.tsx').then((it) => it.StudentCollectors),
);
// Lazy for the same reason as the collectors.
const StudentExeats = latePart(() => import('../features/exeats/StudentExeats.tsx').then((it) => it.StudentExeats));
// Lazy, because the office sets it once.
const StudentSubsidy = latePart(() => import('../features/canteen/StudentSubsidy.tsx').then((it) => it.StudentSubsidy));
// Lazy, because it is the last card and seldom used.
const StudentErasure = latePart(() => import('../features/erasure/StudentErasure.tsx').then((it) => it.StudentErasure));

/** Student page, with a card from each feature. */
export function StudentScreen() {
  const navigate = useNavigate();
  return (
    <StudentPage
      // Two columns: cards of similar height follow each other.
      cards={(student) => [
        { name: 'money', card: <StudentMoney student={student} /> },
        { name: 'checks', card: <StudentChecks admissionNumber={student.admissionNumber} /> },
        { name: 'payments', card: <StudentPayments student={student} /> },
        ...(student.status === 'left' ? [{ name: 'refund', card: <RefundCard student={student} /> }] : []),
        { name: 'limits', card: <StudentLimits student={student} /> },
        { name: 'fingers', card: <StudentFingers student={student} /> },
        {
          name: 'collectors',
          card: (
            <Suspense>
              <StudentCollectors student={student} />
            </Suspense>
          ),
        },
        { name: 'meals', card: <StudentMeals admissionNumber={student.admissionNumber} /> },
        { name: 'items', card: <StudentItems admissionNumber={student.admissionNumber} /> },
        {
          name: 'exeats',
          card: (
            <Suspense>
              <StudentExeats student={student} />
            </Suspense>
          ),
        },
        {
          name: 'subsidy',
          card: (
            <Suspense>
              <StudentSubsidy student={student} />
            </Suspense>
          ),
        },
        {
          name: 'erasure',
          card: (
            // Its texts load last, and the rest of the page does not wait for them.
            <Suspense>
              <StudentErasure student={student} onErased={() => void navigate({ to: '/app/student.view' })} />
            </Suspense>
          ),
        },
      ]}
    />
  );
}
