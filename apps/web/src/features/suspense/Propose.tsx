import '@mantine/core/styles/Divider.css';
import '@mantine/core/styles/List.css';
import { Button, Divider, Group, List, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import {
  getSuspense,
  getSuspenseItem,
  proposeReturn,
  proposeSettlement,
  type Suggestion,
  type SuspenseItem,
} from '@mfuko/contract/suspense';
import { formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useRecord } from '../../lib/queries.ts';
import { AskDialog } from '../../ui/AskDialog.tsx';
import { useDraftState } from '../../ui/draft-storage.ts';
import { showDone, showError } from '../../ui/notify.tsx';
import { AnotherStudent } from './AnotherStudent.tsx';
import { useReasonWords } from './reasons.ts';

type Meant = Pick<Suggestion, 'admissionNumber' | 'names'> | 'payer';

interface Draft {
  readonly meant: Meant | null;
  readonly note: string;
}
const NOBODY: Draft = { meant: null, note: '' };

/** Proposal: whom it may be for, why, and whom it shall be for; or back to who paid. */
export function Propose({ item }: { item: SuspenseItem }) {
  const { t } = useTranslation('suspense');
  const [{ meant, note }, setDraft] = useDraftState(`suspense.propose:${item.sysid}`, NOBODY);
  const setMeant = (next: Meant) => setDraft(() => ({ meant: next, note: '' }));
  return (
    <Stack gap="md">
      <Title order={3} size="h4">
        {t('whose')}
      </Title>
      {item.suggestions.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('noSuggestion')}
        </Text>
      ) : (
        item.suggestions.map((one) => (
          <Suggested key={one.admissionNumber} suggestion={one} onPropose={() => setMeant(one)} />
        ))
      )}
      <AnotherStudent onPropose={setMeant} />
      {item.receipt !== null && (
        <>
          <Divider label={t('or')} />
          <Group>
            <Button variant="default" onClick={() => setMeant('payer')}>
              {t('giveBack')}
            </Button>
          </Group>
        </>
      )}
      {meant && (
        <ProposeDialog
          item={item}
          meant={meant}
          note={note}
          onNote={(next) => setDraft((now) => ({ ...now, note: next }))}
          onClose={() => setDraft(() => NOBODY)}
        />
      )}
    </Stack>
  );
}

function Suggested({ suggestion, onPropose }: { suggestion: Suggestion; onPropose: () => void }) {
  const { t } = useTranslation('suspense');
  const words = useReasonWords();
  const { admissionNumber, names, className, reasons } = suggestion;
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div>
          <Text fw={600}>{names}</Text>
          <Text size="sm" c="dimmed">
            {admissionNumber} · {className}
          </Text>
        </div>
        <Button size="sm" onClick={onPropose} aria-label={t('proposeFor', { names, admissionNumber })}>
          {t('propose')}
        </Button>
      </Group>
      <List size="sm" mt="xs">
        {reasons.map((reason) => (
          <List.Item key={reason.kind}>{words(reason)}</List.Item>
        ))}
      </List>
    </Paper>
  );
}

interface ProposeDialogProps {
  readonly item: SuspenseItem;
  readonly meant: Meant;
  readonly note: string;
  readonly onNote: (note: string) => void;
  readonly onClose: () => void;
}

function ProposeDialog({ item, meant, note, onNote, onClose }: ProposeDialogProps) {
  const { t } = useTranslation('suspense');
  const options = {
    refresh: [getSuspense, getSuspenseItem],
    onDone: () => {
      showDone(t('proposedDone'));
      onClose();
    },
    onError: showError,
  };
  const settle = useRecord(proposeSettlement, options);
  const giveBack = useRecord(proposeReturn, options);
  const { sysid } = item;
  const amount = formatMoney(item.amount);
  return (
    <AskDialog
      question={t(meant === 'payer' ? 'ask.return' : 'ask.settle')}
      what={
        meant === 'payer'
          ? t('ask.returnWhat', { amount, payer: item.payer ?? t('somebody') })
          : t('ask.settleWhat', { amount, names: meant.names, admissionNumber: meant.admissionNumber })
      }
      act={t('propose')}
      busy={settle.isPending || giveBack.isPending}
      onYes={() =>
        meant === 'payer'
          ? giveBack.mutate({ sysid, note })
          : settle.mutate({ sysid, note, admissionNumber: meant.admissionNumber })
      }
      onClose={onClose}
    >
      <TextInput
        label={t('fields.note')}
        description={t('noteHint')}
        value={note}
        onChange={(event) => onNote(event.currentTarget.value)}
        maxLength={200}
        autoComplete="off"
        data-autofocus
      />
    </AskDialog>
  );
}
