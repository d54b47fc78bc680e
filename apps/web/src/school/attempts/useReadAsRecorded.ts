import { useEffect, useRef } from 'react';
import { amountOf } from '../../ui/amount-typing.ts';
import { readAsRecorded } from './read-as-recorded.ts';

interface Form {
  readonly admissionNumber: string;
  readonly amount: string;
}

/**
 * Calls `clear` once the user has read that a payment was recorded whose student and amount are still in the form: the next press would
 * record it once more, as a payment of its own.
 */
export function useReadAsRecorded(paths: readonly string[], form: Form, clear: () => void): void {
  const read = readAsRecorded.use();
  const before = useRef(read);
  const latest = useRef({ paths, form, clear });
  latest.current = { paths, form, clear };
  useEffect(() => {
    if (read === null || read === before.current) return;
    before.current = read;
    const { paths, form, clear } = latest.current;
    const isSame =
      read.admissionNumber === form.admissionNumber && amountOf(read.amount ?? '') === amountOf(form.amount);
    if (isSame && paths.includes(read.path)) clear();
  }, [read]);
}
