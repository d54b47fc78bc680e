import { Button, Group, TextInput } from '@mantine/core';
import { cancelExeat, type Exeat, getExeats } from '@mfuko/contract/exeats';
import { IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { AskDialog } from '../../ui/AskDialog.tsx';
import { showDone, showError } from '../../ui/notify.tsx';
import { usePrint } from '../../ui/paper/usePrint.tsx';
import { ExeatSlip } from './ExeatSlip.tsx';

/** Actions on one pass: prints a pass while it is valid, and cancels an unused one. */
export function ExeatActs({ exeat }: { exeat: Exeat }) {
  const { t } = useTranslation('exeats');
  const { state, names, sysid, returnBy } = exeat;
  const [cancelling, setCancelling] = useState(false);
  const { print, paper } = usePrint('sheet', <ExeatSlip exeat={exeat} />);
  const about = { names, until: formatDate(returnBy) };
  if (state !== 'coming' && state !== 'out') return null;
  return (
    <Group gap="xs">
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPrinter size={16} aria-hidden />}
        aria-label={t('printOf', about)}
        onClick={print}
      >
        {t('print')}
      </Button>
      {state === 'coming' && (
        <Button variant="default" size="xs" aria-label={t('cancelOf', about)} onClick={() => setCancelling(true)}>
          {t('cancel')}
        </Button>
      )}
      {paper}
      {cancelling && <CancelDialog sysid={sysid} what={t('cancelWhat', about)} onClose={() => setCancelling(false)} />}
    </Group>
  );
}

interface CancelDialogProps {
  readonly sysid: string;
  readonly what: string;
  readonly onClose: () => void;
}

function CancelDialog({ sysid, what, onClose }: CancelDialogProps) {
  const { t } = useTranslation('exeats');
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const cancel = useSureRecord(cancelExeat, {
    refresh: [getExeats],
    onDone: () => {
      showDone(t('cancelled'));
      onClose();
    },
    onError: showError,
  });
  return (
    <AskDialog
      question={t('cancelAsk')}
      what={what}
      act={t('cancel')}
      busy={cancel.isPending}
      onYes={() => (reason.trim() === '' ? setMissing(true) : cancel.mutate({ sysid, reason }))}
      onClose={onClose}
    >
      <TextInput
        label={t('fields.cancelReason')}
        value={reason}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setMissing(false);
        }}
        error={missing ? t('reasonMissing') : undefined}
        required
        maxLength={200}
        autoComplete="off"
        data-autofocus
      />
    </AskDialog>
  );
}
