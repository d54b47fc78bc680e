import { FingerprintStep } from '../features/fingerprints/index.ts';
import { AddStudentPage } from '../features/students/index.ts';

/** Add Student, with the fingerprint as the middle step. */
export function AddStudentScreen() {
  return <AddStudentPage fingerprint={(slot) => <FingerprintStep {...slot} />} />;
}
