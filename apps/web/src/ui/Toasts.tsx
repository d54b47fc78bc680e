import { Notifications } from '@mantine/notifications';
import { useEffect, useRef } from 'react';
import './Toasts.css';
import { makeRoom } from './notice-room.ts';

/**
 * Toasts in a place of their own: below the menu, or above the screen where there is no menu beside it. A file of its own: whoever fetches a
 * library's index later fetches all of it, and all of it would be where the rest of it is.
 */
export function Toasts() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const toasts = place.current?.querySelector<HTMLElement>(`[data-position="${POSITION}"]`);
    return toasts ? makeRoom(toasts) : undefined;
  }, []);
  return (
    <div ref={place}>
      <Notifications withinPortal={false} position={POSITION} limit={4} zIndex={500} />
    </div>
  );
}

const POSITION = 'bottom-left';
