import { CloseButton, Group, Input, Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import classes from './FilePicker.module.css';

const MEGABYTE = 1024 * 1024;

interface FilePickerProps {
  readonly label: string;
  /** As in an input's `accept`: `.xlsx`, `image/png,image/jpeg`. */
  readonly accept: string;
  readonly file: File | null;
  readonly onPick: (file: File | null) => void;
  readonly megabytes?: number;
  readonly error?: string | null;
  readonly required?: boolean;
}

/** File picker that accepts one dropped or chosen file. */
export function FilePicker({ label, accept, file, onPick, megabytes = 3, error, required }: FilePickerProps) {
  const { t } = useTranslation('ui');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [over, setOver] = useState(false);

  function take(given: File | undefined) {
    if (!given) return;
    const why = !isAccepted(given, accept)
      ? t('file.wrongKind')
      : given.size > megabytes * MEGABYTE
        ? t('file.tooLarge', { size: megabytes })
        : null;
    setRefusal(why);
    onPick(why ? null : given);
  }
  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  }
  const wrong = refusal ?? error;
  return (
    <Input.Wrapper label={label} id={id} error={wrong} required={required}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the input below does the same for the keyboard */}
      <div
        className={classes.area}
        data-over={over || undefined}
        data-wrong={wrong ? true : undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconFileUpload size={28} stroke={1.5} aria-hidden />
        <div>
          <Text size="sm" fw={600}>
            {file ? file.name : t('file.drop')}
          </Text>
          <Text size="xs" c="dimmed">
            {t('file.limit', { size: megabytes })} · {accept.replaceAll(',', ', ')}
          </Text>
        </div>
        <input
          id={id}
          ref={input}
          type="file"
          accept={accept}
          className={classes.input}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong ? `${id}-error` : undefined}
          onChange={(event) => {
            take(event.currentTarget.files?.[0]);
            // Resets the input, so that the same file can be chosen again after it was corrected.
            event.currentTarget.value = '';
          }}
        />
        {file && (
          <Group className={classes.remove}>
            <CloseButton aria-label={t('file.remove', { name: file.name })} onClick={() => onPick(null)} />
          </Group>
        )}
      </div>
    </Input.Wrapper>
  );
}

function isAccepted(file: File, accept: string): boolean {
  return accept.split(',').some((kind) => {
    const wanted = kind.trim().toLowerCase();
    if (wanted.startsWith('.')) return file.name.toLowerCase().endsWith(wanted);
    return wanted.endsWith('/*') ? file.type.startsWith(wanted.slice(0, -1)) : file.type === wanted;
  });
}
