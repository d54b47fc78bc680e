import { StudentMeals } from '../features/canteen/index.ts';
import { StudentFingers } from '../features/fingerprints/index.ts';
import { StudentItems } from '../features/items/index.ts';
import { StudentChecks } from '../features/reports/index.ts';
import { StudentPage } from '../features/students/index.ts';
import { StudentMoney } from '../features/wallet/index.ts';

/** One student, with what each part of the school knows of them. */
export function StudentScreen() {
  return (
    <StudentPage
      cards={(student) => [
        { name: 'money', card: <StudentMoney student={student} /> },
        { name: 'fingers', card: <StudentFingers student={student} /> },
        { name: 'checks', card: <StudentChecks admissionNumber={student.admissionNumber} /> },
        { name: 'meals', card: <StudentMeals admissionNumber={student.admissionNumber} /> },
        { name: 'items', card: <StudentItems admissionNumber={student.admissionNumber} /> },
      ]}
    />
  );
}
