import { Button, Group, PasswordInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import {
  consumeMenuFingerprint,
  consumeMenuPin,
  type Meal,
  type MenuItem,
  menuTracking,
} from '@mfuko/contract/canteen';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../lib/problems.ts';
import { useRecord } from '../../lib/queries.ts';
import { pictureFields } from '../../lib/scanner/messages.ts';
import type { ScannerInUse } from '../../lib/scanner/useScanner.ts';
import { FingerprintPanel } from '../../ui/FingerprintPanel.tsx';
import { hideNotices, showDone, showError, showNotice } from '../../ui/notify.tsx';
import { StepTitle } from '../../ui/StepTitle.tsx';
import { Served } from './Served.tsx';
import { useStudentOf } from './useStudentOf.ts';

interface ServeStepProps {
  readonly item: MenuItem;
  readonly scanner: ScannerInUse;
  readonly onBack: () => void;
}

/** Hands portions of one item out, student after student, by finger or by PIN. */
export function ServeStep({ item, scanner, onBack }: ServeStepProps) {
  const { t } = useTranslation('canteen');
  const student = useStudentOf();
  const numberField = useRef<HTMLInputElement>(null);
  const [way, setWay] = useState<'finger' | 'pin'>('finger');
  const [pin, setPin] = useState('');
  const [served, setServed] = useState<Meal | null>(null);
  const { template } = scanner.state;
  const after = {
    overlay: true,
    refresh: [menuTracking],
    onDone: (meal: Meal) => {
      showDone(t('consume.done'));
      setServed(meal);
      student.setNumber('');
      setPin('');
      scanner.flush();
      numberField.current?.focus();
    },
    onError: (error: unknown) => {
      showError(error);
      // Nobody knows yet what became of it: the very same has to be sent again.
      if (!(error instanceof CallError) || error.unsure) return;
      setPin('');
      scanner.flush();
    },
  };
  const byFinger = useRecord(consumeMenuFingerprint, after);
  const byPin = useRecord(consumeMenuPin, after);
  const busy = byFinger.isPending || byPin.isPending;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    // What was missing before, or refused, is not about this press.
    hideNotices();
    if (student.number === '') return showNotice(t('missing.title'), t('missing.admissionNumber'));
    const meal = { menuItemSYSID: item.sysid, admissionNumber: student.number };
    if (way === 'pin') {
      if (!/^\d{4,8}$/.test(pin)) return showNotice(t('missing.title'), t('missing.pin'));
      byPin.mutate({ ...meal, pin });
    } else {
      if (!template) return showNotice(t('missing.upload'), t('missing.finger'));
      byFinger.mutate({ ...meal, ...pictureFields(template) });
    }
  }
  function change(to: 'finger' | 'pin') {
    setPin('');
    setWay(to);
  }
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
      <form onSubmit={submit} noValidate autoComplete="off">
        <StepTitle title={t('consume.serve')} arrived />
        <Stack gap="md">
          <TextInput
            ref={numberField}
            label={t('consume.number')}
            value={student.number}
            onChange={(event) => student.setNumber(event.currentTarget.value)}
            error={student.error}
            inputMode="numeric"
            autoComplete="off"
            name="admissionNumber"
            required
          />
          <div role="status">
            {student.found && (
              <Group gap="xs">
                <Text fw={600}>{student.found.names}</Text>
                <Text c="dimmed">{student.found.className}</Text>
              </Group>
            )}
          </div>
          {way === 'finger' ? (
            <FingerprintPanel
              scanner={scanner}
              suffix
              pinLink={
                <Button variant="subtle" onClick={() => change('pin')}>
                  {t('consume.usePin')}
                </Button>
              }
            />
          ) : (
            <>
              <PasswordInput
                label={t('consume.pin')}
                value={pin}
                onChange={(event) => setPin(event.currentTarget.value.replace(/\D/g, '').slice(0, 8))}
                inputMode="numeric"
                autoComplete="off"
                name="pin"
                required
              />
              <Group>
                <Button variant="subtle" onClick={() => change('finger')}>
                  {t('consume.useFingerprint')}
                </Button>
              </Group>
            </>
          )}
          <Group justify="space-between">
            <Button variant="default" onClick={onBack}>
              {t('consume.back')}
            </Button>
            <Button type="submit" loading={busy}>
              {t('consume.next')}
            </Button>
          </Group>
        </Stack>
      </form>
      <Served meal={served} />
    </SimpleGrid>
  );
}
