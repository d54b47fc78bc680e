import { useTranslation } from '../../../lib/i18n.ts';
import desk from '../../../school/desk/desk.module.css';
import { useDepositRoom } from '../useDepositRoom.ts';

/** Note of the lean cash desk, beside or below its keys: how much the user may pay in before a second factor is asked for. */
export function CounterRoomNote() {
  const { t } = useTranslation('session');
  const room = useDepositRoom();
  if (!room) return null;
  return (
    <p className={desk.note} data-look="waiting" role="note">
      {room.text}{' '}
      {!room.waitsUntil && (
        <a href="/app/my.profile" target="_blank" rel="noopener">
          {t('depositRoom.setUp')}
        </a>
      )}
    </p>
  );
}
