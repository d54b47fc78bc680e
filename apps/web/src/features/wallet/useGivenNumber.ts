import { useSearch } from '@tanstack/react-router';

/** Returns the number from the address, `?admissionNumber=`, which prefills the field. */
export function useGivenNumber(): string | undefined {
  return useSearch({ strict: false }).admissionNumber;
}
