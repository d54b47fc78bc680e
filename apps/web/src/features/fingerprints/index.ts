// Enrolling fingers, with the guardian's consent.
export { FingerprintStep, type FingerprintStepProps } from './FingerprintStep.tsx';
export { ScanFingerprintPage } from './ScanFingerprintPage.tsx';
export { StudentFingers } from './StudentFingers.tsx';
