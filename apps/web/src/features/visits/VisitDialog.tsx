import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { beginVisit } from '@mfuko/contract/visits';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { useRecord } from '../../lib/queries.ts';
import { useSchool } from '../../lib/school.ts';
import { useSession } from '../../lib/session.ts';
import type { ReasonAsk } from '../../lib/visit-reason.ts';
import { showError } from '../../ui/notify.tsx';

/** Above every dialog and drawer whose call waits for the answer. */
const ON_TOP = 300;
/** Escape closes this dialog alone, and not what is open below it. */
const KEEPS_ESCAPE = { 'data-mantine-stop-propagation': 'true' } as const;
const MAX_REASON_LENGTH = 200;

/** Asks an Admin for the reason to enter a school while a call waits, then lets the call continue. */
export function VisitDialog({ ask }: { readonly ask: ReasonAsk }) {
  const { t } = useTranslation('visits');
  const { t: ui } = useTranslation('ui');
  const session = useSession();
  const school = useSchool();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const begin = useRecord(beginVisit, {
    overlay: false,
    onDone: () => ask.settle(true),
    onError: (error) => {
      showError(error);
      if (error instanceof CallError && error.sessionEnded) ask.settle(false);
    },
  });
  const cancel = () => ask.settle(false);
  const nowhere = !session || !school;
  useEffect(() => {
    // The user has signed out or left the school, so no call waits for an answer.
    if (nowhere) ask.settle(false);
  }, [nowhere, ask]);
  function submit(event: FormEvent) {
    event.preventDefault();
    // React portals bubble their events to the form whose call this is.
    event.stopPropagation();
    setMissing(reason.trim() === '');
    if (reason.trim() !== '') begin.mutate({ reason });
  }
  return (
    <Modal
      opened
      onClose={cancel}
      title={t('ask.title', { school: school?.shortName ?? '' })}
      zIndex={ON_TOP}
      closeButtonProps={{ 'aria-label': ui('close'), ...KEEPS_ESCAPE }}
    >
      <form
        noValidate
        onSubmit={submit}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Escape') cancel();
        }}
      >
        <Stack gap="md">
          <Text size="sm">{t('ask.why')}</Text>
          <TextInput
            label={t('ask.reason')}
            description={t('ask.hint')}
            value={reason}
            maxLength={MAX_REASON_LENGTH}
            error={missing && t('ask.missing')}
            required
            data-autofocus
            autoComplete="off"
            onChange={(event) => {
              setReason(event.currentTarget.value);
              setMissing(false);
            }}
            {...KEEPS_ESCAPE}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={cancel} {...KEEPS_ESCAPE}>
              {ui('cancel')}
            </Button>
            <Button type="submit" loading={begin.isPending} {...KEEPS_ESCAPE}>
              {t('ask.act')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
