/** A rectangle of the coefficient plane. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** An area that was split into four by one pass along its rows and one along its columns. */
export interface Split extends Area {
  /** True if the high frequencies lie left of the low ones, or above them. */
  readonly highFirstX: boolean;
  readonly highFirstY: boolean;
}

/** Subbands of a picture, as IAFIS-IC-0110 defines them. */
export interface Bands {
  /** Final subbands in the order of the file: 60, without the last four, which are never stored. */
  readonly bands: readonly Area[];
  /** Splits, in the order in which they have to be undone. */
  readonly splits: readonly Split[];
}

/** Plan of a split: four parts that are split again, each by its own plan, or are bands; `none` is not stored in the file. */
type Plan = 'band' | 'none' | readonly [Plan, Plan, Plan, Plan];

const QUARTERS: Plan = ['band', 'band', 'band', 'band'];
const SIXTEEN: Plan = [QUARTERS, QUARTERS, QUARTERS, QUARTERS];
const LOWEST: Plan = [[QUARTERS, 'band', 'band', 'band'], QUARTERS, QUARTERS, QUARTERS];
const PLAN: Plan = [[LOWEST, SIXTEEN, SIXTEEN, 'band'], QUARTERS, QUARTERS, 'none'];

/** Computes the subbands of a picture and the splits that produced them. */
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

/** A right part is split with its high frequencies on the left, a lower part with its high frequencies above. */
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

/** For an odd length the low frequencies have one more. */
function firstOf(length: number, highFirst: boolean): number {
  return highFirst ? Math.floor(length / 2) : Math.ceil(length / 2);
}
