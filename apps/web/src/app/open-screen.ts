import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { addressOf } from './routes-table.ts';
import type { Screen } from './screens/screen.ts';

/** Opens a screen, by a full page load where it belongs to the lean entry. */
export function useOpenScreen(): (screen: Screen) => void {
  const navigate = useNavigate();
  return useCallback(
    (screen) => {
      if (screen.page) void navigate({ to: addressOf(screen) });
      else window.location.assign(addressOf(screen));
    },
    [navigate],
  );
}
