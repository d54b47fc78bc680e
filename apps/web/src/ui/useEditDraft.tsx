import { Button, Group, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import { dropDraft, hasDraft, useDraftName, useDraftWithout } from './draft-storage.ts';

interface EditDraft {
  /** Says that what was typed before is there again, and takes it away. */
  readonly note: ReactNode;
  /** Drops what was kept: it is saved. */
  readonly drop: () => void;
}

interface EditDraftOptions<Values> {
  readonly kind:
    | 'student'
    | 'menu-item'
    | 'item'
    | 'user'
    | 'school'
    | 'device'
    | 'limits'
    | 'rules'
    | 'message-settings'
    | 'route'
    | 'bus'
    | 'class'
    | 'guardian'
    | 'meal-windows';
  readonly record: { readonly sysid: string; readonly updated: string };
  /** Fields that are nobody's to keep. */
  readonly left?: readonly (keyof Values)[];
  readonly onDiscard?: () => void;
}

const NOTHING: readonly never[] = [];

/**
 * Keeps what is typed into an edit form when its drawer is closed, the screen left or the page loaded anew. A draft belongs to the
 * record as it was: over one that was changed meanwhile it would take back what somebody else has done.
 */
export function useEditDraft<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  { kind, record, left = NOTHING, onDiscard }: EditDraftOptions<Values>,
): EditDraft {
  const { t } = useTranslation('ui');
  const name = useDraftName(`${kind}.edit:${record.sysid}:${record.updated}`);
  const [back] = useState(() => hasDraft(name));
  useDraftWithout(form, name, left);
  const note = back && form.isDirty() && (
    <Group justify="space-between" gap="xs" role="status">
      <Text size="sm" c="dimmed">
        {t('draft.back')}
      </Text>
      <Button
        size="compact-sm"
        variant="subtle"
        onClick={() => {
          form.reset();
          onDiscard?.();
        }}
      >
        {t('draft.discard')}
      </Button>
    </Group>
  );
  return { note, drop: () => dropDraft(name) };
}
