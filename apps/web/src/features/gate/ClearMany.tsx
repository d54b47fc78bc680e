import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { clearException, type GateException, getExceptions } from '@mfuko/contract/campus';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useBulk } from '../../school/attempts/useBulk.ts';
import { TitledModal } from '../../ui/TitledModal.tsx';
import { GRAVE } from './exception-words.ts';

interface ClearManyProps {
  readonly rows: readonly GateException[];
  /** Called with the rows that may not be settled. */
  readonly done: (left: readonly GateException[]) => void;
}

/**
 * Settles many exceptions of one cause with one note, such as those of a morning without a network. Unverified check-outs are left out:
 * each needs a note of its own.
 */
export function ClearMany({ rows, done }: ClearManyProps) {
  const { t } = useTranslation('campus');
  const { t: ui } = useTranslation('ui');
  const [opened, setOpened] = useState(false);
  const [note, setNote] = useState('');
  const bulk = useBulk(clearException, { refresh: [getExceptions] });
  const open = rows.filter(({ kind, settledAt }) => settledAt === null && kind !== GRAVE);
  const left = rows.filter(({ kind, settledAt }) => settledAt === null && kind === GRAVE).length;
  async function settle(event: FormEvent) {
    event.preventDefault();
    if (note.trim() === '') return;
    setOpened(false);
    const unsettled = await bulk.run(open, ({ sysid }) => ({ sysid, note }), {
      name: ({ names, admissionNumber }) => `${admissionNumber} ${names}`,
      done: (count) => t('many.done', { count }),
    });
    if (unsettled.length === 0) setNote('');
    done(unsettled);
  }
  return (
    <>
      <Button size="sm" loading={bulk.busy} disabled={open.length === 0} onClick={() => setOpened(true)}>
        {t('many.settle', { count: open.length })}
      </Button>
      <TitledModal opened={opened} onClose={() => setOpened(false)} title={t('many.settle', { count: open.length })}>
        <form onSubmit={settle}>
          <Stack gap="md">
            {left > 0 && <Text size="sm">{t('many.left', { count: left })}</Text>}
            <Textarea
              label={t('fields.note')}
              description={t('many.hint')}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
              autosize
              minRows={2}
              maxLength={500}
              data-autofocus
              required
            />
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={() => setOpened(false)}>
                {ui('cancel')}
              </Button>
              <Button type="submit" disabled={note.trim() === ''}>
                {t('odd.settle')}
              </Button>
            </Group>
          </Stack>
        </form>
      </TitledModal>
    </>
  );
}
