import { Notifications } from '@mantine/notifications';

interface ToastsProps {
  readonly narrow: boolean;
}

/**
 * Toasts in a corner. A file of its own: whoever fetches a library's index later fetches all of it, and all of it would be where the rest
 * of it is.
 */
export function Toasts({ narrow }: ToastsProps) {
  // At the top where the keyboard of a phone covers the bottom.
  return <Notifications position={narrow ? 'top-center' : 'bottom-right'} limit={4} zIndex={500} />;
}
