import { useTranslation } from '../../../lib/i18n.ts';
import classes from '../../../school/desk/desk.module.css';
import { usePositions } from './usePositions.ts';

interface PositionProps {
  /** Null where no trip is open. */
  readonly tripId: string | null;
  readonly away: boolean;
  readonly onClosed: () => void;
}

/** Tells the office where the bus is, and the attendant whether the office sees it. Without its code nothing is told, and nothing said. */
export function Position({ tripId, away, onClosed }: PositionProps) {
  const { t } = useTranslation('trip');
  const position = usePositions(tripId, away, onClosed);
  return tripId !== null && !away && <p className={classes.dim}>{t(`position.${position}`)}</p>;
}
