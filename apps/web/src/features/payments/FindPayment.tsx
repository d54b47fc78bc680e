import { Button, Group, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { askedPayment } from '../../school/asked-payment.ts';
import { FoundPayments } from './FoundPayments.tsx';

/** Search for any payment; the results replace the list below. */
export function FindPayment({ children }: { children: ReactNode }) {
  const { t } = useTranslation('payments');
  const asked = askedPayment.use();
  const [text, setText] = useState(asked);
  // Typed here instead of in the palette, so the focus stays in this field.
  const [own, setOwn] = useState('');
  useEffect(() => setText(asked), [asked]);
  // Clears the search when the screen is left, so that the user returns to the list.
  useEffect(() => () => askedPayment.set(''), []);
  function submit(event: FormEvent) {
    event.preventDefault();
    setOwn(text.trim());
    askedPayment.set(text.trim());
  }
  return (
    <>
      <form onSubmit={submit} aria-label={t('find.label')} data-no-print>
        <Group align="flex-end" gap="sm" mb="lg">
          <TextInput
            flex={1}
            miw={220}
            maw={560}
            label={t('find.label')}
            description={t('find.hint')}
            value={text}
            onChange={(event) => setText(event.currentTarget.value.slice(0, 60))}
            leftSection={<IconSearch size={18} aria-hidden />}
            autoComplete="off"
          />
          <Button type="submit">{t('find.act')}</Button>
          {asked !== '' && (
            <Button variant="default" onClick={() => askedPayment.set('')}>
              {t('find.close')}
            </Button>
          )}
        </Group>
      </form>
      {asked === '' ? children : <FoundPayments key={asked} search={asked} arriving={asked !== own} />}
    </>
  );
}
