import { useTranslation } from '../../../lib/i18n.ts';
import classes from '../../../school/desk/desk.module.css';
import { usePositions } from './usePositions.ts';

interface PositionProps {
  /** Null while no trip is open. */
  readonly tripId: string | null;
  readonly away: boolean;
  readonly onClosed: () => void;
}

/**
 * Reports the bus's position to the office, and tells the attendant if the office sees it. Without its chunk, nothing is reported or shown.
 */
export function Position({ tripId, away, onClosed }: PositionProps) {
  const { t } = useTranslation('trip');
  const position = usePositions(tripId, away, onClosed);
  return tripId !== null && !away && <p className={classes.dim}>{t(`position.${position}`)}</p>;
}
