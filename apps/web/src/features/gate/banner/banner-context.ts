import type { Say } from '../../../lib/i18n.ts';
import type { Lane } from '../lane/lane.ts';
import type { Line } from '../queue/line.ts';
import type { RefusalText } from '../refusals.ts';
import type { By } from '../screens.ts';
import type { Action } from './Banner.tsx';

/** Texts and actions of which the banner's messages are made. */
export interface BannerContext {
  readonly t: Say<'gate', 'gate' | 'school'>;
  readonly lane: Lane;
  readonly refusalText: (line: Pick<Line, 'refusal' | 'names' | 'admissionNumber'>) => RefusalText;
  /** Action that leaves the current student for the next one. */
  readonly next: Action;
  /** Switches to the other method for the same student. */
  readonly switchTo: (line: Line, by: By) => void;
  readonly onOverride: (line: Line) => void;
  readonly onRelease: (line: Line) => void;
  readonly onCollect: (line: Line) => void;
}
