import '@mantine/core/styles/Divider.css';
import '@mantine/core/styles/List.css';
import { Button, Divider, Group, List, Paper, Stack, Text, Title } from '@mantine/core';
import type { Suggestion, SuspenseItem } from '@mfuko/contract/suspense';
import { useTranslation } from '../../lib/i18n.ts';
import { useDraftState } from '../../ui/draft-storage.ts';
import { AnotherStudent } from './AnotherStudent.tsx';
import { type Meant, ProposeDialog } from './ProposeDialog.tsx';
import { useReasonWords } from './reasons.ts';

interface Draft {
  readonly meant: Meant | null;
  readonly note: string;
}
const NOBODY: Draft = { meant: null, note: '' };

/** Form of a proposal: suggested students with reasons, the choice of a student, or the return to the payer. */
export function Propose({ item, onProposed }: { item: SuspenseItem; onProposed: () => void }) {
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
          onProposed={onProposed}
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
