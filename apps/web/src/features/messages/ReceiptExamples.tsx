import { Text, Title } from '@mantine/core';
import { getTemplates } from '@mfuko/contract/messages';
import { smsLength } from '@mfuko/contract/sms';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { Facts } from '../../ui/Facts.tsx';

/** Each receipt as it would be sent, in both languages, with its length. */
export function ReceiptExamples() {
  const { t } = useTranslation('messages');
  const { data } = useCall(getTemplates, {});
  return (
    <>
      <Title order={3} size="h4" mt="lg" mb="xs">
        {t('settings.examples')}
      </Title>
      <Facts
        facts={(data?.rows ?? []).map(({ receipt, language, text }) => {
          const { characters, segments } = smsLength(text);
          return [
            `${t(`kinds.${receipt}-receipt`)}, ${t(`languages.${language}`)}`,
            <span key={receipt + language}>
              <Text size="sm" span lang={language} display="block">
                {text}
              </Text>
              <Text size="xs" c="dimmed" span>
                {t('settings.exampleLength', { count: characters, segments })}
              </Text>
            </span>,
          ] as const;
        })}
      />
    </>
  );
}
