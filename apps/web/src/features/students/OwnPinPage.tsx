import { Button, Group, Stack, Text } from '@mantine/core';
import { choosePin } from '@mfuko/contract/own-pin';
import { getCheckStudent } from '@mfuko/contract/students';
import { useSearch } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { numberOf } from '../../school/admission-number.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { isPin } from '../../school/check-pin.ts';
import { PinInput } from '../../school/PinInput.tsx';
import { StudentCard } from '../../school/StudentCard.tsx';
import { StudentBox } from '../../school/student-box/StudentBox.tsx';
import { useMissingInput } from '../../school/useMissingInput.ts';
import { useStudentField } from '../../school/useStudentLookup.ts';
import { hideNotices, showDone, showError, showNotice } from '../../ui/notify.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';

const NOTHING = { pin: '', newPin: '', again: '' };

/** Lets a student replace the PIN that the office has set. The student types on the keypad, and nobody sees the digits. */
export function OwnPinPage() {
  const { t } = useTranslation('students');
  const missing = useMissingInput();
  const student = useStudentField(getCheckStudent, useSearch({ strict: false }).admissionNumber);
  const box = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(NOTHING);
  const choose = useSureRecord(choosePin, {
    onDone: ({ names, heldUntil }, { admissionNumber }) => {
      hideNotices();
      showDone(
        heldUntil === null
          ? t('ownPin.done', { names })
          : t('ownPin.doneHeld', { names, until: formatDate(heldUntil) }),
      );
      // The next student is typing already, so the fields stay as they are.
      if (student.number !== admissionNumber) return;
      setTyped(NOTHING);
      student.setNumber('');
      box.current?.focus();
    },
    onError: (error, { admissionNumber }) => {
      if (student.number === admissionNumber) setTyped(NOTHING);
      showError(error);
    },
  });
  const field = (name: keyof typeof NOTHING) => ({
    pin: typed[name],
    onPin: (pin: string) => setTyped((before) => ({ ...before, [name]: pin })),
  });
  /** Clears the PIN fields for another number: a typed PIN belongs to the former student. */
  function nameStudent(text: string) {
    if (numberOf(text) !== student.number) setTyped(NOTHING);
    student.setNumber(text);
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (choose.isPending) return;
    if (!student.found) return missing.number();
    if (!isPin(typed.pin) || !isPin(typed.newPin)) return missing.pin();
    if (typed.newPin !== typed.again) {
      setTyped({ ...typed, newPin: '', again: '' });
      return showNotice(t('ownPin.apartTitle'), t('ownPin.apart'));
    }
    choose.mutate({ admissionNumber: student.found.admissionNumber, pin: typed.pin, newPin: typed.newPin });
  }
  return (
    <>
      <PageHeader title={t('ownPin.title')} />
      <form onSubmit={submit} noValidate autoComplete="off">
        <Stack gap="md" maw={480}>
          <Text size="sm">{t('ownPin.why')}</Text>
          <StudentBox
            ref={box}
            value={student.number}
            onNumber={nameStudent}
            named={student.found !== null}
            error={student.error}
            autoFocus
          />
          <StudentCard student={student.found} keepsRoom />
          <PinInput label={t('ownPin.pin')} {...field('pin')} />
          <PinInput label={t('ownPin.newPin')} description={t('ownPin.hint')} {...field('newPin')} />
          <PinInput label={t('ownPin.again')} {...field('again')} />
          <Group justify="flex-end">
            <Button type="submit" loading={choose.isPending}>
              {t('ownPin.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </>
  );
}
