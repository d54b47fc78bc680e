import { Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { getApiDescription } from '@mfuko/contract/docs';
import { getProgramDescription } from '@mfuko/contract/programs';
import { IconDownload, IconSearch } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { ErrorState, NoMatch } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import classes from './ApiDocsPage.module.css';
import { type Api, findCalls, isApi } from './api.ts';
import { CallDetails } from './CallDetails.tsx';
import { Refusals } from './Refusals.tsx';

/** Every call of the API, as the server describes itself. */
export function ApiDocsPage() {
  const { t } = useTranslation('docs');
  return <Described description={useCall(getApiDescription, {})} title={t('title')} />;
}

/** Calls that the API keys of a school's own programs may use. */
export function ProgramDocsPage() {
  const { t } = useTranslation('docs');
  return <Described description={useCall(getProgramDescription, {})} title={t('programs')} />;
}

interface DescribedProps {
  readonly description: UseQueryResult<object>;
  readonly title: string;
}

function Described({ description, title }: DescribedProps) {
  const { data, error, isError, refetch } = description;
  if (isError) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  if (!isApi(data)) return <ErrorState error={new TypeError('The description is not one of an API.')} />;
  return <Reference key={title} title={title} api={data} />;
}

function Reference({ api, title }: { readonly api: Api; readonly title: string }) {
  const { t } = useTranslation('docs');
  const [words, setWords] = useState('');
  const searched = useDeferredValue(words.trim());
  const areas = useMemo(() => findCalls(api, searched), [api, searched]);
  const count = [...areas.values()].flat().length;
  return (
    <>
      <PageHeader
        title={title}
        subtitle={t('total', { count, shown: formatCount(count) })}
        actions={
          <Button leftSection={<IconDownload size={18} aria-hidden />} onClick={() => saveAsFile(api)}>
            {t('download')}
          </Button>
        }
      />
      <Stack gap="lg">
        <TextInput
          label={t('search')}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          leftSection={<IconSearch size={18} aria-hidden />}
          autoComplete="off"
          maw={480}
        />
        {searched === '' && (
          <Text size="sm" c="dimmed" className={classes.about}>
            {api.info.description.replace(/(\S)\n(\S)/g, '$1 $2')}
          </Text>
        )}
        {count === 0 && <NoMatch onClear={() => setWords('')} />}
        {[...areas].map(([area, calls]) => (
          <section key={area} aria-labelledby={`area-${area}`}>
            <Title order={2} size="h4" mb="xs" id={`area-${area}`}>
              /api/{area}
            </Title>
            {calls.map((call) => (
              <CallDetails key={call.path} call={call} />
            ))}
          </section>
        ))}
        {count > 0 && <Refusals api={api} />}
      </Stack>
    </>
  );
}

function saveAsFile(api: Api): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(api, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'openapi.json';
  link.click();
  URL.revokeObjectURL(address);
}
