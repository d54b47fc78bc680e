// Enrolment of fingers, with the guardian's consent.
export { FingerprintStep, type FingerprintStepProps } from './FingerprintStep.tsx';
export { ScanFingerprintPage } from './ScanFingerprintPage.tsx';
