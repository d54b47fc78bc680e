import { useMemo } from 'react';
import { code128Bars } from './barcode.ts';

/** Code 128 barcode with its quiet zones, scaled to its container. */
export function Barcode({ text, label }: { text: string; label: string }) {
  const { bars, width } = useMemo(() => layOut(code128Bars(text)), [text]);
  return (
    <svg viewBox={`0 0 ${width} 40`} preserveAspectRatio="none" role="img" aria-label={label} width="100%" height="56">
      <rect width={width} height="40" fill="#fff" />
      {bars.map(([x, wide]) => (
        <rect key={x} x={x} width={wide} height="40" fill="#000" />
      ))}
    </svg>
  );
}

const QUIET = 10;

function layOut(runs: number[]): { bars: [number, number][]; width: number } {
  const bars: [number, number][] = [];
  let x = QUIET;
  for (const [place, wide] of runs.entries()) {
    if (place % 2 === 0) bars.push([x, wide]);
    x += wide;
  }
  return { bars, width: x + QUIET };
}
