import { useTranslation } from '../../../lib/i18n.ts';
import desk from '../../../school/desk/desk.module.css';
import { useDepositRoom } from '../useDepositRoom.ts';
import own from './cash.module.css';

/**
 * Note of the lean cash desk, beside or below its keys: how much the user may pay in before a second factor is asked for. It leads nowhere:
 * a shared tablet is no place to set one up, and a session that a PIN opened may not.
 */
export function CounterRoomNote() {
  const { t } = useTranslation('session');
  const room = useDepositRoom();
  if (!room) return null;
  return (
    <p className={desk.note} data-look="waiting" role="note">
      {room.text} {!room.isWaiting && t('depositRoom.ownPhone')}
    </p>
  );
}

/** Line of the banner: the amount that is left, on screens where the note is below the keypad. */
export function CounterRoomLine() {
  const room = useDepositRoom();
  return room && <p className={own.left}>{room.left}</p>;
}
