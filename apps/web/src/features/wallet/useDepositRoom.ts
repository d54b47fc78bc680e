import { type DepositRoom, getDepositRoom } from '@mfuko/contract/wallet';
import { formatCount, formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';

/**
 * Tells a user without a second factor that counts how much they may still pay in, from the first payment on, so that no queue waits when
 * the bound is reached. Returns null for everybody else, of whom the server is asked once.
 */
export function useDepositRoom() {
  const { t } = useTranslation('session');
  const { data } = useCall(getDepositRoom, {}, { staleTime: 0, enabled: ({ state }) => state.data?.room !== null });
  const room = data?.room;
  if (!room) return null;
  const told = toldOf(room);
  return {
    isWaiting: room.waitsUntil !== null,
    text: t(room.waitsUntil ? 'depositRoom.waits' : 'depositRoom.none', told),
    left: t('depositRoom.left', told),
    list: t(room.waitsUntil ? 'depositRoom.listWaits' : 'depositRoom.list', told),
  };
}

function toldOf({ limit, left, waitsUntil }: DepositRoom) {
  return { limit: formatCount(limit), left: formatCount(left), until: formatDate(waitsUntil) };
}
