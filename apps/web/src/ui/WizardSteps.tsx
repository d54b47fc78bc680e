import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from '../lib/i18n.ts';
import classes from './WizardSteps.module.css';

interface WizardStepsProps {
  readonly steps: readonly string[];
  /** Index of the current step. */
  readonly current: number;
}

/** Progress through a form of several steps. */
export function WizardSteps({ steps, current }: WizardStepsProps) {
  const { t } = useTranslation('ui');
  return (
    <ol className={classes.steps} aria-label={t('wizard.label')}>
      {steps.map((title, index) => (
        <li
          key={title}
          className={classes.step}
          data-state={index < current ? 'done' : index === current ? 'current' : 'ahead'}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className={classes.number} aria-hidden>
            {index < current ? <IconCheck size={16} /> : index + 1}
          </span>
          <span>{title}</span>
        </li>
      ))}
    </ol>
  );
}
