import { useSearch } from '@tanstack/react-router';

/** Number of the address, `?admissionNumber=`, which fills in the field. */
export function useGivenNumber(): string | undefined {
  return useSearch({ strict: false }).admissionNumber;
}
