import { Text, type TextProps, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatAmount, NOTHING } from '../lib/format.ts';

/** An amount of KES. What the eye sees as `---` is read out as zero. */
export function Money({ value, ...props }: { value: number | null | undefined } & TextProps) {
  const { t } = useTranslation('ui');
  const text = formatAmount(value);
  return (
    <Text inherit span {...props}>
      {text === NOTHING ? (
        <>
          <span aria-hidden>{text}</span>
          <VisuallyHidden>{t('zero')}</VisuallyHidden>
        </>
      ) : (
        text
      )}
    </Text>
  );
}
