import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { AnySearch, ScreenAddress, SearchAt } from '../lib/routes.ts';

/** State of an element that the address opens by id (`?view=…`), so that it can be shared and returned to. */
export function useAddressed<Address extends ScreenAddress, Name extends keyof AnySearch & keyof SearchAt<Address>>(
  at: Address,
  name: Name,
): [id: AnySearch[Name], open: (id: AnySearch[Name]) => void] {
  const from: ScreenAddress = at;
  const { [name]: id }: AnySearch = useSearch({ from });
  const navigate = useNavigate();
  const open = useCallback(
    (next: AnySearch[Name]) =>
      void navigate({ to: '.', resetScroll: false, search: (now) => ({ ...now, [name]: next }) }),
    [navigate, name],
  );
  return [id, open];
}
