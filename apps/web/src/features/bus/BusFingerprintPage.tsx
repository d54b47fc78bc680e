import { Anchor, Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { type BusEvent, offBusFingerprint, offBusPin, onBusFingerprint, onBusPin } from '@mfuko/contract/bus';
import { getCheckStudent } from '@mfuko/contract/students';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { pictureFields } from '../../lib/scanner/messages.ts';
import { useScanner } from '../../lib/scanner/useScanner.ts';
import { FingerprintPanel } from '../../school/FingerprintPanel.tsx';
import { PinInput } from '../../school/PinInput.tsx';
import { useStudentField } from '../../school/useStudentLookup.ts';
import { useDraftState } from '../../ui/draft-storage.ts';
import { LinkAnchor } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { BusFields } from './BusFields.tsx';
import { OfflineNotice } from './OfflineNotice.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';
import { RideWarnings } from './RideWarnings.tsx';
import { TripOpened } from './TripOpened.tsx';
import { useBusCheck } from './useBusCheck.ts';
import { useOpenedTrip } from './useOpenedTrip.ts';

export function EnterBusPage() {
  return <BusFingerprintPage direction="on" />;
}

export function ExitBusPage() {
  return <BusFingerprintPage direction="off" />;
}

const CALLS = {
  on: { finger: onBusFingerprint, pin: onBusPin },
  off: { finger: offBusFingerprint, pin: offBusPin },
} as const;

/** Door of the bus: records one student after the other, by finger or, where a finger does not work, by PIN. */
function BusFingerprintPage({ direction }: { direction: 'on' | 'off' }) {
  const { t } = useTranslation('bus');
  const student = useStudentField(getCheckStudent);
  const numberField = useRef<HTMLInputElement>(null);
  const [plate, setPlate] = useDraftState('bus.plate', '');
  const [byPin, setByPin] = useState(false);
  const [pin, setPin] = useState('');
  const scanner = useScanner();
  const { template } = scanner.state;
  const opened = useOpenedTrip();
  function next() {
    student.setNumber('');
    setPin('');
    scanner.flush();
    numberField.current?.focus();
  }
  const after = {
    doneText: t(`finger.${direction}.done`),
    onDone: (event: BusEvent) => {
      opened.look(event);
      next();
    },
    onKept: next,
    onProofRefused: () => {
      setPin('');
      scanner.flush();
    },
  };
  const finger = useBusCheck(CALLS[direction].finger, after);
  const pinned = useBusCheck(CALLS[direction].pin, after);
  const check = byPin ? pinned : finger;
  function choose(pinIsUsed: boolean) {
    // A PIN or finger belongs to one child, and the plate's error belongs to the try that caused it.
    setPin('');
    scanner.flush();
    finger.forgetPlateError();
    pinned.forgetPlateError();
    setByPin(pinIsUsed);
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    const asked = { admissionNumber: student.number, busNumberPlate: plate };
    if (byPin) pinned.send({ ...asked, pin });
    else if (template) finger.send({ ...asked, ...pictureFields(template) });
  }
  return (
    <>
      <PageHeader title={t(`finger.${direction}.title`)} />
      <OfflineNotice />
      <RideWarnings event={check.warned} />
      <TripOpened opened={opened} />
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
            {byPin ? (
              <>
                <PinInput label={t('finger.pin')} pin={pin} onPin={setPin} />
                <Anchor component="button" type="button" w="fit-content" onClick={() => choose(false)}>
                  {t('finger.useFinger')}
                </Anchor>
              </>
            ) : (
              <FingerprintPanel
                scanner={scanner}
                pinLink={
                  <Anchor component="button" type="button" onClick={() => choose(true)}>
                    {t('finger.usePin')}
                  </Anchor>
                }
              />
            )}
            <Group justify="space-between">
              <LinkAnchor to="/app/school.bus.kids">{t('finger.useRollCall')}</LinkAnchor>
              <Button type="submit" loading={check.busy} disabled={!byPin && !template}>
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
