import { Button, Group, Stack } from '@mantine/core';
import { getMenu, type MenuItem } from '@mfuko/contract/canteen';
import { type FormEvent, useState } from 'react';
import { formatAmount, formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useScanner } from '../../lib/scanner/useScanner.ts';
import { useSchool } from '../../lib/school.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Money } from '../../ui/Money.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PickOne } from '../../ui/PickOne.tsx';
import { StepTitle } from '../../ui/StepTitle.tsx';
import { WizardSteps } from '../../ui/WizardSteps.tsx';
import { ServeStep } from './ServeStep.tsx';

const BY_NAME = { sort: 'name' };

/** The counter: first what is handed out, then one student after the other. */
export function ConsumeMenuPage() {
  // Another school has another menu.
  return <Consume key={useSchool()?.sysid} />;
}

function Consume() {
  const { t } = useTranslation('canteen');
  const scanner = useScanner({ captureByItself: false });
  const [item, setItem] = useState<MenuItem | null>(null);
  const [step, setStep] = useState<'start' | 'serve' | 'item'>('start');
  return (
    <>
      <PageHeader
        title={item?.name ?? t('consume.none')}
        subtitle={item ? t('consume.atPrice', { price: formatAmount(item.price) }) : t('consume.title')}
      />
      <WizardSteps steps={[t('consume.pick'), t('consume.serve')]} current={step === 'serve' ? 1 : 0} />
      {item && step === 'serve' ? (
        <ServeStep item={item} scanner={scanner} onBack={() => setStep('item')} />
      ) : (
        <PickStep item={item} onPick={setItem} arrived={step === 'item'} onNext={() => setStep('serve')} />
      )}
    </>
  );
}

interface PickStepProps {
  readonly item: MenuItem | null;
  readonly arrived: boolean;
  readonly onPick: (item: MenuItem | null) => void;
  readonly onNext: () => void;
}

function PickStep({ item, arrived, onPick, onNext }: PickStepProps) {
  const { t } = useTranslation('canteen');
  const [wrong, setWrong] = useState(false);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (item) onNext();
    else setWrong(true);
  }
  return (
    <form onSubmit={submit} noValidate>
      <StepTitle title={t('consume.pick')} arrived={arrived} />
      <Stack gap="md" maw={640}>
        <PickOne
          endpoint={getMenu}
          input={BY_NAME}
          label={t('consume.item')}
          toOption={({ sysid, name }) => ({ value: sysid, label: name })}
          value={item?.sysid ?? null}
          valueLabel={item?.name}
          onPick={(picked) => {
            setWrong(false);
            onPick(picked);
          }}
          error={wrong && !item ? t('consume.invalid') : null}
          clearable
          required
        />
        {item && (
          <Facts
            facts={[
              [t('fields.description'), item.description],
              [t('fields.quantityPerPerson'), formatCount(item.quantityPerPerson)],
              [t('fields.price'), <Money key="price" value={item.price} fw={600} />],
            ]}
          />
        )}
        <Group justify="flex-end">
          <Button type="submit">{t('consume.next')}</Button>
        </Group>
      </Stack>
    </form>
  );
}
