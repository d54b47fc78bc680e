import { useEffect, useRef } from 'react';
import { type ScannerInUse, useScanner } from '../../../lib/scanner/useScanner.ts';

/** Keeps the scanner's socket open while a fingerprint screen is shown. */
export function ScannerHolder({ onChange }: { onChange: (scanner: ScannerInUse | null) => void }) {
  const scanner = useScanner();
  const latest = useRef(scanner);
  latest.current = scanner;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scanner is another object at every render, its state is not
  useEffect(() => onChange(latest.current), [scanner.state, onChange]);
  useEffect(() => () => onChange(null), [onChange]);
  return null;
}
