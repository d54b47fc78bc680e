import { Notifications } from '@mantine/notifications';
import { useEffect, useRef } from 'react';
import './Toasts.css';
import { makeRoom } from './notice-room.ts';

/**
 * Toasts, below the menu, or above the screen where there is no menu beside it. A separate file, because a dynamic import of the library's
 * own index keeps all of its exports, and the bundler would put all of them where the initial bundle has those that it uses.
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
