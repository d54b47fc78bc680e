import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { offBusFingerprint, onBusFingerprint } from '@mfuko/contract/bus';
import { getCheckStudent } from '@mfuko/contract/students';
import { type FormEvent, useRef } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { pictureFields } from '../../lib/scanner/messages.ts';
import { useScanner } from '../../lib/scanner/useScanner.ts';
import { FingerprintPanel } from '../../school/FingerprintPanel.tsx';
import { useStudentField } from '../../school/useStudentLookup.ts';
import { useDraftState } from '../../ui/draft-storage.ts';
import { LinkAnchor } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { BusFields } from './BusFields.tsx';
import { OfflineNotice } from './OfflineNotice.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';
import { RideWarnings } from './RideWarnings.tsx';
import { useBusCheck } from './useBusCheck.ts';

export function EnterBusPage() {
  return <BusFingerprintPage direction="on" />;
}

export function ExitBusPage() {
  return <BusFingerprintPage direction="off" />;
}

const CALLS = { on: onBusFingerprint, off: offBusFingerprint } as const;

/** One student after the other at the door of the bus, each by the finger on the reader. */
function BusFingerprintPage({ direction }: { direction: 'on' | 'off' }) {
  const { t } = useTranslation('bus');
  const student = useStudentField(getCheckStudent);
  const numberField = useRef<HTMLInputElement>(null);
  const [plate, setPlate] = useDraftState('bus.plate', '');
  const scanner = useScanner();
  const { template } = scanner.state;
  const check = useBusCheck(CALLS[direction], {
    doneText: t(`finger.${direction}.done`),
    onDone: () => {
      student.setNumber('');
      scanner.flush();
      numberField.current?.focus();
    },
    onKept: () => {
      student.setNumber('');
      scanner.flush();
      numberField.current?.focus();
    },
    onFingerRefused: () => scanner.flush(),
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!template) return;
    void check.send({ admissionNumber: student.number, busNumberPlate: plate, ...pictureFields(template) });
  }
  return (
    <>
      <PageHeader title={t(`finger.${direction}.title`)} />
      <OfflineNotice />
      <RideWarnings event={check.warned} />
      <form onSubmit={submit} noValidate>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
          <Stack gap="md">
            <BusFields
              {...{ student, numberField, plate }}
              onPlate={(text) => {
                check.forgetPlateError();
                setPlate(() => text);
              }}
              plateError={check.plateError}
            />
          </Stack>
          <Stack gap="md">
            <FingerprintPanel
              scanner={scanner}
              pinLink={<LinkAnchor to="/app/school.bus.kids">{t('finger.useRollCall')}</LinkAnchor>}
            />
            <Group justify="flex-end">
              <Button type="submit" loading={check.busy} disabled={!template}>
                {t(`finger.${direction}.submit`)}
              </Button>
            </Group>
          </Stack>
        </SimpleGrid>
      </form>
      <ReasonDialog check={check} />
    </>
  );
}
