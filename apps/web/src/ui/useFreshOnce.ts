import { useRef } from 'react';

/**
 * True once what is to be edited was read anew, and from then on until it is wanted no more. A form that begins with what was there
 * before a press of one's own, such as Enable, would find that somebody had changed the record: oneself.
 */
export function useFreshOnce(wanted: boolean, isFetching: boolean): boolean {
  const fresh = useRef(false);
  if (!wanted) fresh.current = false;
  else if (!isFetching) fresh.current = true;
  return fresh.current;
}
