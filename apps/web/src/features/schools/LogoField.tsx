import '@mantine/core/styles/Image.css';
import { Image, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { FilePicker } from '../../ui/FilePicker.tsx';
import classes from './LogoField.module.css';

interface LogoFieldProps {
  readonly file: File | null;
  readonly error: string | null;
  readonly onPick: (file: File | null) => void;
  readonly required?: boolean;
}

/** Field for the school's logo, with a preview. */
export function LogoField({ file, error, onPick, required }: LogoFieldProps) {
  const { t } = useTranslation('schools');
  const source = useObjectUrl(file);
  return (
    <div>
      <FilePicker
        label={t('logo.label')}
        accept=".png,.jpg,.jpeg,.webp"
        file={file}
        onPick={onPick}
        megabytes={3}
        error={error}
        required={required}
      />
      <Text size="sm" c="dimmed" mt={4}>
        {t('logo.hint')}
      </Text>
      {source && <Image src={source} alt={t('logo.preview')} className={classes.preview} />}
    </div>
  );
}

/** Returns an object URL for a local file, revoked when the file is no longer shown. */
function useObjectUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [file]);
  return url;
}
