import { useRef } from 'react';

/**
 * Returns true once the record to edit has been refetched, until it is no longer wanted. A form that was filled before the user's own
 * action, such as Enable, would report an edit conflict with the user themself.
 */
export function useFreshOnce(wanted: boolean, isFetching: boolean): boolean {
  const fresh = useRef(false);
  if (!wanted) fresh.current = false;
  else if (!isFetching) fresh.current = true;
  return fresh.current;
}
