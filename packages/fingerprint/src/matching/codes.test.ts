import { describe, expect, test } from 'vitest';
import { extractTemplate } from '../extraction/extract.ts';
import { impress, makeFinger } from '../synthetic/finger.ts';
import { randomFrom } from '../synthetic/random.ts';
import { mapCells, type Template } from '../template/template.ts';
import { describeFlow, setFlow } from './flow-code.ts';
import { describeFlowPlainly } from './flow-code-plain.ts';
import { WORDS } from './layout.ts';
import { describeNeighbours, setMinutiae } from './neighbour-code.ts';
import { describeNeighboursPlainly } from './neighbour-code-plain.ts';

/** Minutiae anywhere, on ridges that `orientation` and `period` give for each cell. */
function anything(
  seed: number,
  count: number,
  side: number,
  ridges: (random: () => number) => [number, number],
): Template {
  const random = randomFrom(seed, count);
  const draw = (length: number, below: number) => Array.from({ length }, () => Math.floor(below * random()));
  const map = Array.from({ length: mapCells(side) ** 2 }, () => ridges(random));
  return {
    width: side,
    height: side,
    x: Uint16Array.from(draw(count, side)),
    y: Uint16Array.from(draw(count, side)),
    direction: Uint8Array.from(draw(count, 256)),
    type: Uint8Array.from(draw(count, 2)),
    quality: Uint8Array.from(draw(count, 101)),
    orientation: Uint8Array.from(map, ([orientation]) => orientation),
    period: Uint8Array.from(map, ([, period]) => period),
  };
}

const patchy = (random: () => number): [number, number] => [Math.floor(256 * random()), 90 * Math.floor(3 * random())];
// Large ones come before small ones: nothing of them may be left over.
const TEMPLATES: readonly (readonly [string, Template])[] = [
  ['patches', anything(1, 120, 2_000, patchy)],
  ['a crowd', anything(2, 120, 150, patchy)],
  // Here many angles lie just where two eighths of a turn meet.
  ['straight ridges', anything(3, 120, 400, () => [32, 90])],
  ['ridges that cancel each other', anything(4, 120, 400, (random) => [random() < 0.5 ? 0 : 128, 90])],
  ['corners', { ...anything(5, 4, 320, patchy), x: Uint16Array.of(0, 319, 0, 319), y: Uint16Array.of(0, 0, 319, 319) }],
  ...[1, 2].map((seed) => [`touch ${seed}`, extractTemplate(impress(makeFinger(41), { seed }))] as const),
  ['nothing but one', anything(6, 1, 90, patchy)],
];

describe.each(TEMPLATES)('the binary codes of minutiae in %s', (_, template) => {
  test('of the flow equal those computed from angles', () => {
    setFlow(template);
    expect(wordsOf(template, describeFlow)).toEqual(wordsOf(template, describeFlowPlainly));
  });

  test('of neighbours equal those computed from the sums of all cells', () => {
    const counted: number[][] = [[], []];
    setMinutiae(template);
    const [quick, plain] = [describeNeighbours, describeNeighboursPlainly].map((code, way) =>
      wordsOf(template, (t, i, words) => counted[way]!.push(code(t, i, words))),
    );
    expect(quick).toEqual(plain);
    expect(counted[0]).toEqual(counted[1]);
  });
});

function wordsOf(t: Template, code: (t: Template, i: number, words: Int32Array) => unknown): Int32Array {
  const words = new Int32Array(4 * Math.ceil(t.x.length / 4) * WORDS);
  for (let i = 0; i < t.x.length; i++) code(t, i, words);
  return words;
}
