import type { Scores } from './rates.ts';
import { fmrAt, fnmrAt, thresholdFor } from './rates.ts';

export interface Curve {
  readonly name: string;
  readonly scores: Scores;
}

/** Shares in %. */
interface Point {
  readonly fmr: number;
  readonly fnmr: number;
}

const FMR = { least: 0.001, most: 10 };
const FNMR = { least: 0.1, most: 30 };
const STEPS_PER_DECADE = 16;
const WIDTH = 720;
const HEIGHT = 440;
const PLOT = { left: 64, right: 520, top: 20, bottom: 384 };
/** Readable on white, and on dark grey. */
const COLOURS = [
  ['#0b5cad', '#6cb6ff'],
  ['#a13d00', '#ff9d5c'],
  ['#1a7f37', '#56d364'],
  ['#8e1e7a', '#f08bdc'],
  ['#7a5b00', '#e3b341'],
  ['#111111', '#ffffff'],
] as const;
const DASHES = ['', '7 3', '2 3', '9 3 2 3', '4 2', ''];

/** FNMR over FMR, from the lowest FMR that the number of strangers' pairs can show. */
export function detPoints({ genuine, impostor }: Scores): Point[] {
  const points: Point[] = [];
  const lowest = Math.max(FMR.least, 100 / impostor.length);
  const steps = Math.ceil(Math.log10(FMR.most / lowest) * STEPS_PER_DECADE);
  for (let k = 0; k <= steps; k++) {
    const fmr = Math.min(FMR.most, lowest * 10 ** (k / STEPS_PER_DECADE));
    points.push({ fmr, fnmr: 100 * fnmrAt({ genuine, impostor }, thresholdFor(impostor, fmr / 100)) });
  }
  return points;
}

/** Draws the curves as one SVG with a ground of its own; the last one is drawn bold, with a dot at each of the thresholds. */
export function drawDet(curves: readonly Curve[], thresholds: readonly number[]): string {
  const style = COLOURS.map(([light], k) => `.c${k}{stroke:${light}}`).join('');
  const dark = COLOURS.map(([, colour], k) => `.c${k}{stroke:${colour}}`).join('');
  const lines = curves.map(({ name, scores }, k) => {
    const path = detPoints(scores)
      .map(({ fmr, fnmr }) => `${across(fmr)},${down(fnmr)}`)
      .join(' ');
    const kind = `class="c${k % COLOURS.length}" stroke-dasharray="${DASHES[k % DASHES.length]}"`;
    const y = PLOT.top + 14 + 22 * k;
    return (
      `<polyline ${kind} stroke-width="${k === curves.length - 1 ? 3 : 1.8}" points="${path}"/>` +
      `<line ${kind} stroke-width="3" x1="${PLOT.right + 16}" x2="${PLOT.right + 46}" y1="${y}" y2="${y}"/>` +
      `<text x="${PLOT.right + 54}" y="${y + 4}">${escaped(name)}</text>`
    );
  });
  const last = curves.at(-1)!.scores;
  const dots = thresholds.map((threshold) => {
    const x = across(100 * fmrAt(last, threshold));
    const y = down(100 * fnmrAt(last, threshold));
    return `<circle cx="${x}" cy="${y}" r="5"/><text x="${x + 8}" y="${y - 8}">threshold ${threshold}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" font-family="sans-serif" font-size="13">
<title>FNMR over FMR of each set, one impression against one</title>
<style>.ground{fill:#fff}text,circle{fill:#1f2328}.grid{stroke:#d0d7de}polyline,line{fill:none}${style}
@media(prefers-color-scheme:dark){.ground{fill:#161b22}text,circle{fill:#e6edf3}.grid{stroke:#30363d}${dark}}</style>
<rect class="ground" width="${WIDTH}" height="${HEIGHT}"/>
${[0.001, 0.01, 0.1, 1, 10].map((fmr) => `<line class="grid" x1="${across(fmr)}" x2="${across(fmr)}" y1="${PLOT.top}" y2="${PLOT.bottom}"/><text x="${across(fmr)}" y="${PLOT.bottom + 20}" text-anchor="middle">${fmr}</text>`).join('\n')}
${[0.1, 0.3, 1, 3, 10, 30].map((fnmr) => `<line class="grid" x1="${PLOT.left}" x2="${PLOT.right}" y1="${down(fnmr)}" y2="${down(fnmr)}"/><text x="${PLOT.left - 8}" y="${down(fnmr) + 4}" text-anchor="end">${fnmr === FNMR.least ? '≤ ' : ''}${fnmr}</text>`).join('\n')}
<text x="${(PLOT.left + PLOT.right) / 2}" y="${HEIGHT - 14}" text-anchor="middle">FMR in %: strangers let in</text>
<text transform="translate(16 ${(PLOT.top + PLOT.bottom) / 2}) rotate(-90)" text-anchor="middle">FNMR in %: own finger refused</text>
${lines.join('\n')}
${dots.join('\n')}
</svg>
`;
}

function across(fmr: number): number {
  return place(fmr, FMR, PLOT.left, PLOT.right);
}

function down(fnmr: number): number {
  return place(fnmr, FNMR, PLOT.bottom, PLOT.top);
}

/** On a logarithmic axis; what lies beyond its ends is drawn at them. */
function place(value: number, { least, most }: typeof FMR, start: number, end: number): number {
  const inside = Math.min(most, Math.max(least, value));
  return Math.round(10 * (start + ((end - start) * Math.log(inside / least)) / Math.log(most / least))) / 10;
}

function escaped(name: string): string {
  return name.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
