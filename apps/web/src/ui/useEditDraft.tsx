import { Button, Group, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import { dropDraft, hasDraft, useDraftName, useDraftWithout } from './draft-storage.ts';

interface EditDraft {
  /** Note that the former input was restored, with a button that discards it. */
  readonly note: ReactNode;
  /** Deletes the draft, once it is saved. */
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
  /** Fields that must not be stored. */
  readonly left?: readonly (keyof Values)[];
  readonly onDiscard?: () => void;
}

const NOTHING: readonly never[] = [];

/**
 * Stores the input of an edit form when its drawer is closed, the screen is left or the page reloads. A draft belongs to one version of the
 * record: on a later version it would undo another person's change.
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
