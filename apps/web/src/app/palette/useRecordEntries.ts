import type { Role } from '@mfuko/contract/endpoint';
import type { FoundSchool, FoundStudent, FoundUser } from '@mfuko/contract/search';
import { IconBuildingBank, IconUser, IconUserCircle } from '@tabler/icons-react';
import { useTranslation } from '../../lib/i18n.ts';
import { showDone } from '../../ui/notify.tsx';
import { placeOf } from '../places.ts';
import type { Entry, OpenEntry } from './entry.ts';

interface RecordEntries {
  studentEntry(student: FoundStudent): Entry;
  userEntry(user: FoundUser): Entry;
  schoolEntry(school: FoundSchool): Entry;
}

/** Returns the entries of found records; each opens the screen that shows the record to the role. */
export function useRecordEntries(role: Role, open: OpenEntry): RecordEntries {
  const { t } = useTranslation('shell');

  /** Copies the number of a student, because an agent has no screen about one student and types the number at their own screens. */
  function copy(admissionNumber: string): void {
    // On an insecure origin there is no clipboard.
    const copied = navigator.clipboard?.writeText(admissionNumber) ?? Promise.reject(new Error('no clipboard'));
    copied.then(
      () => showDone(t('palette.copied', { number: admissionNumber })),
      // Without the permission the number is shown, so that it can be typed.
      () => showDone(t('palette.notCopied', { number: admissionNumber })),
    );
  }

  return {
    studentEntry({ admissionNumber, names, className, status, guardian }) {
      const more = [status === 'left' && t('palette.left'), guardian && `${guardian.name} ${guardian.phone}`];
      const id = `student:${admissionNumber}`;
      const label = `${names} · ${admissionNumber}`;
      const place = placeOf('student', admissionNumber, role);
      return {
        id,
        Icon: IconUserCircle,
        label,
        detail: [className, ...more].filter(Boolean).join(' · '),
        run: () => (place ? open({ id, label, detail: className, place }) : copy(admissionNumber)),
      };
    },
    userEntry({ sysid, names: label, role: theirs }) {
      const id = `user:${sysid}`;
      const detail = t(`roles.${theirs}`);
      const place = placeOf('user', sysid, role);
      return { id, Icon: IconUser, label, detail, run: () => place && open({ id, label, detail, place }) };
    },
    schoolEntry({ sysid, shortName: label, officialName, town }) {
      const id = `school:${sysid}`;
      const detail = `${officialName} · ${town}`;
      const place = placeOf('school', sysid, role);
      return { id, Icon: IconBuildingBank, label, detail, run: () => place && open({ id, label, detail, place }) };
    },
  };
}
