import { Button, PasswordInput, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { getDeskPin, setDeskPin } from '@mfuko/contract/desk';
import { IconLock } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { isEnrolled } from '../../lib/enrolled.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { useSignedIn } from '../../lib/session.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { Facts } from '../../ui/Facts.tsx';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { ErrorState } from '../../ui/Notice.tsx';
import { showDone } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { When } from '../../ui/When.tsx';

const DIGITS = 6;

/** PIN with which the user unlocks the school's devices: shows its age, and sets it. */
export function DeskPin() {
  const { t } = useTranslation('profile');
  const heading = useId();
  const [setting, setSetting] = useState(false);
  const found = useCall(getDeskPin, {}, { staleTime: 0 });
  const { data } = found;
  return (
    <Stack component="section" gap="md" maw={640} mt="xl" aria-labelledby={heading}>
      <div>
        <Title order={2} size="h3" id={heading}>
          {t('desk.title')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('desk.why')}
        </Text>
      </div>
      {setting ? (
        <SetDeskPin onDone={() => setSetting(false)} />
      ) : data ? (
        <>
          {data.since ? (
            <Facts facts={[[t('desk.since'), <When key="since" moment={data.since} />]]} />
          ) : (
            <Text>{t('desk.none')}</Text>
          )}
          <Button
            variant="default"
            w="fit-content"
            leftSection={<IconLock size={18} aria-hidden />}
            onClick={() => setSetting(true)}
          >
            {t(data.since ? 'desk.change' : 'desk.set')}
          </Button>
        </>
      ) : found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Skeleton height={90} />
      )}
    </Stack>
  );
}

/** Form with two fields for the six digits, since the digits are hidden. */
function SetDeskPin({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation('profile');
  const form = useContractForm(setDeskPin, { pin: '' });
  const [again, setAgain] = useState('');
  const [differs, setDiffers] = useState(false);
  const session = useSignedIn();
  const set = useSureRecord(setDeskPin, {
    refresh: [getDeskPin],
    onDone: () => {
      void learn(session.userName, form.values.pin).then(() => {
        showDone(t('desk.done'));
        onDone();
      });
    },
    onError: (error) => showRefusal(form, error, { 'desk.weak-pin': 'pin' }),
  });
  const field = (label: string) => ({
    label,
    inputMode: 'numeric' as const,
    maxLength: DIGITS,
    required: true,
    // Keeps password managers from saving the PIN, which they would offer where a child's PIN is asked for.
    autoComplete: 'off',
    visibilityToggleButtonProps: { 'aria-label': t('toggle', { name: label }), tabIndex: 0 },
  });
  const { onChange, ...pin } = form.getInputProps('pin');
  return (
    <FormColumn
      form={form}
      labels={{ pin: t('desk.pin') }}
      onSubmit={(values) => {
        const same = again === values.pin;
        setDiffers(!same);
        if (same) set.mutate(values);
      }}
      buttons={
        <>
          <Button variant="default" onClick={onDone}>
            {t('desk.cancel')}
          </Button>
          <Button type="submit" loading={set.isPending}>
            {t('desk.save')}
          </Button>
        </>
      }
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        <PasswordInput
          {...pin}
          {...field(t('desk.pin'))}
          onChange={(event) => onChange(digitsOf(event.currentTarget.value))}
        />
        <PasswordInput
          {...field(t('desk.again'))}
          value={again}
          onChange={(event) => {
            setAgain(digitsOf(event.currentTarget.value));
            setDiffers(false);
          }}
          error={differs ? t('desk.differs') : null}
        />
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        {t('desk.easy')}
      </Text>
    </FormColumn>
  );
}

function digitsOf(typed: string): string {
  return typed.replace(/\D/g, '').slice(0, DIGITS);
}

/** Stores the PIN on an enrolled device, so that it unlocks the device from now on. */
async function learn(userName: string, pin: string): Promise<void> {
  if (!isEnrolled()) return;
  // On failure the PIN is stored at the next unlock instead.
  await import('../../school/unlock/desks.ts').then((desks) => desks.learnOwnPin(userName, pin)).catch(() => undefined);
}
