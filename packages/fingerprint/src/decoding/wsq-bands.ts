/** A rectangle of the plane of coefficients. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** An area that was split into four by one pass along its rows and one along its columns. */
export interface Split extends Area {
  /** The upper frequencies lie left of the lower ones, and above them. */
  readonly highFirstX: boolean;
  readonly highFirstY: boolean;
}

/** The parts of a picture, as IAFIS-IC-0110 splits it. */
export interface Bands {
  /** The parts that are not split any more, in the order of the file: 60, without the last four, which are never stored. */
  readonly bands: readonly Area[];
  /** The splits in the order in which they are to be undone. */
  readonly splits: readonly Split[];
}

/** Parts of a split that are split again, each with its own; the others are bands, and `none` is left out of the file. */
type Plan = 'band' | 'none' | readonly [Plan, Plan, Plan, Plan];

const QUARTERS: Plan = ['band', 'band', 'band', 'band'];
const SIXTEEN: Plan = [QUARTERS, QUARTERS, QUARTERS, QUARTERS];
const LOWEST: Plan = [[QUARTERS, 'band', 'band', 'band'], QUARTERS, QUARTERS, QUARTERS];
const PLAN: Plan = [[LOWEST, SIXTEEN, SIXTEEN, 'band'], QUARTERS, QUARTERS, 'none'];

/** Works out the bands of a picture and the splits that made them. */
export function bandsOf(width: number, height: number): Bands {
  const bands: Area[] = [];
  const splits: Split[] = [];
  const walk = (plan: Plan, area: Split): void => {
    if (plan === 'band') bands.push({ x: area.x, y: area.y, width: area.width, height: area.height });
    if (typeof plan === 'string') return;
    for (const [i, part] of plan.entries()) walk(part, partOf(area, i % 2 === 1, i >= 2));
    splits.push(area);
  };
  walk(PLAN, { x: 0, y: 0, width, height, highFirstX: false, highFirstY: false });
  return { bands, splits };
}

/** A part on the right is split with its upper frequencies on the left, one below with its upper frequencies above. */
function partOf(area: Split, right: boolean, below: boolean): Split {
  const left = firstOf(area.width, area.highFirstX);
  const above = firstOf(area.height, area.highFirstY);
  return {
    x: area.x + (right ? left : 0),
    y: area.y + (below ? above : 0),
    width: right ? area.width - left : left,
    height: below ? area.height - above : above,
    highFirstX: right,
    highFirstY: below,
  };
}

/** Of an odd length the lower frequencies have one more. */
function firstOf(length: number, highFirst: boolean): number {
  return highFirst ? Math.floor(length / 2) : Math.ceil(length / 2);
}
